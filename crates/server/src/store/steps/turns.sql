-- In how many matches somebody is on turn stands on every page: it is counted by an index, not by reading the matches.
ALTER TABLE match_line ADD COLUMN turn TEXT;
UPDATE match_line SET turn = (
    SELECT MIN(player) FROM sitting
    WHERE sitting.id = match_line.id AND sitting.player LIKE 'member/%'
      AND match_line.body LIKE '%"turn":"' || sitting.player || '"%'
) WHERE live = 1;
CREATE INDEX match_line_turn ON match_line (turn) WHERE turn IS NOT NULL;

-- Of mails that were sent nothing is kept but that they were, and messages, so that they can be answered.
UPDATE outbox SET body = '' WHERE sent IS NOT NULL AND kind <> 'message';
