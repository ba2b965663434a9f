-- How somebody has done, and which matches of a game they have played, is told by what is here, without the matches. What
-- stood here before is filled in by the next step.
ALTER TABLE sitting ADD COLUMN game TEXT NOT NULL DEFAULT '';
ALTER TABLE sitting ADD COLUMN class TEXT NOT NULL DEFAULT '';
ALTER TABLE sitting ADD COLUMN kind TEXT NOT NULL DEFAULT '';
ALTER TABLE sitting ADD COLUMN score BIGINT;
CREATE INDEX sitting_score ON sitting (player, game, kind, class, score, public) WHERE score IS NOT NULL;

-- Matches between people are worth a look; many a guest tries a game against the computer and leaves.
ALTER TABLE match_line ADD COLUMN people BIGINT NOT NULL DEFAULT 0;
UPDATE match_line SET people = 1 WHERE live = 1 AND
    (SELECT COUNT(*) FROM sitting WHERE sitting.id = match_line.id AND sitting.player LIKE 'member/%') = 2;
CREATE INDEX match_line_people ON match_line (public, id) WHERE people = 1;
