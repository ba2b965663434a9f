-- When nobody could play, because the server was not there or its clock was set forward. Written down once for all matches,
-- and nothing that happened tells of it: this is kept for ever, as events are.
CREATE TABLE downtime (
    since BIGINT PRIMARY KEY,
    until BIGINT NOT NULL
);

-- The clocks are gone through in their order, a page at a time, and several may run out at once.
DROP INDEX match_line_deadline;
CREATE INDEX match_line_deadline ON match_line (deadline, id) WHERE deadline IS NOT NULL;
