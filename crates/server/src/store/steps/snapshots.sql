-- Derived: streams of many events as they stood after some of them, so that those need not be read again. They are of a form
-- that a later version may not know; whatever is missing here is folded from the first event.
CREATE TABLE snapshot (
    stream TEXT PRIMARY KEY,
    form BIGINT NOT NULL,
    version BIGINT NOT NULL,
    body TEXT NOT NULL
) {clustered};

-- What is over is found by when it was used last.
CREATE INDEX session_seen ON session (seen);
CREATE INDEX session_began ON session (began);
CREATE INDEX known_seen ON known (seen);
