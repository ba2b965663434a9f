-- Members are found by the beginnings of their names, which are compared byte by byte.
ALTER TABLE member_line ADD COLUMN folded TEXT COLLATE {bytewise} NOT NULL DEFAULT '';
UPDATE member_line SET folded = LOWER(name);
CREATE INDEX member_line_folded ON member_line (guest, folded);

-- Leaderboards list those whose ratings are certain, or those whose are not.
DROP INDEX rating_line_best;
CREATE INDEX rating_line_certain ON rating_line (game, class, points) WHERE deviation < 110;
CREATE INDEX rating_line_uncertain ON rating_line (game, class, points) WHERE deviation >= 110;

-- What goes on is found, and counted, without what is over.
DROP INDEX match_line_live;
CREATE INDEX match_line_live ON match_line (public, id) WHERE live = 1;
DROP INDEX sitting_live;
CREATE INDEX sitting_live ON sitting (player, id) WHERE live = 1;
CREATE INDEX follower_live ON follower (member, id) WHERE live = 1 AND follow <> 'no';

-- Who is in a match is found from the match.
CREATE INDEX sitting_match ON sitting (id);
CREATE INDEX follower_match ON follower (id);

-- The parts of a mail, and what answers have shown.
CREATE INDEX outbox_lead ON outbox (lead) WHERE lead IS NOT NULL;
CREATE INDEX outbox_answer ON outbox (member, game, ply) WHERE kind = 'answer';
