-- A snapshot is large, and in a table that is kept in its primary key SQLite reads whole rows to find one: with some hundred of
-- them, to learn that a short stream has none cost more than to read the stream. They are made again as streams are read.
DROP TABLE snapshot;
CREATE TABLE snapshot (
    stream TEXT PRIMARY KEY,
    form BIGINT NOT NULL,
    version BIGINT NOT NULL,
    body TEXT NOT NULL
);
