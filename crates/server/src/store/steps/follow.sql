-- Derived: who is told of which match without playing in it. Whoever is not any more stands there as `no`.
CREATE TABLE follower (
    member BIGINT NOT NULL,
    id BIGINT NOT NULL,
    live BIGINT NOT NULL,
    follow TEXT NOT NULL,
    PRIMARY KEY (member, id)
) {clustered};

-- Derived: who is told of every match of a game, in the same way.
CREATE TABLE patron (
    member BIGINT NOT NULL,
    game TEXT NOT NULL,
    follow TEXT NOT NULL,
    PRIMARY KEY (member, game)
) {clustered};
