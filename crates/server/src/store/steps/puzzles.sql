-- How members did with puzzles: how often they answered, whether they had the solution shown, when they found it.
CREATE TABLE puzzle_try (
    member BIGINT NOT NULL,
    puzzle TEXT NOT NULL,
    tries BIGINT NOT NULL,
    shown BIGINT NOT NULL,
    solved BIGINT,
    PRIMARY KEY (member, puzzle)
) {clustered};

-- The days, counted from 1970, on which members found the solution of the day's puzzle.
CREATE TABLE puzzle_day (
    member BIGINT NOT NULL,
    day BIGINT NOT NULL,
    PRIMARY KEY (member, day)
) {clustered};
