-- What happened: the truth. Everything below it can be folded again from here.
CREATE TABLE event (
    stream TEXT NOT NULL,
    version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    who TEXT NOT NULL,
    once TEXT,
    fact TEXT NOT NULL,
    PRIMARY KEY (stream, version)
) {clustered};

-- Commands that were carried out, by who asked and under which key: asked again, they get the same answer.
CREATE TABLE answer (
    asked TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    body TEXT NOT NULL
) {clustered};
CREATE INDEX answer_at ON answer (at);

-- Derived: matches as lists show them. A turn changes one row and one index.
CREATE TABLE match_line (
    id BIGINT PRIMARY KEY,
    game TEXT NOT NULL,
    public BIGINT NOT NULL,
    live BIGINT NOT NULL,
    deadline BIGINT,
    claimable BIGINT NOT NULL,
    computer BIGINT,
    ended BIGINT,
    body TEXT NOT NULL
);
CREATE INDEX match_line_deadline ON match_line (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX match_line_claimable ON match_line (id) WHERE claimable = 1;
CREATE INDEX match_line_computer ON match_line (id) WHERE computer IS NOT NULL;
CREATE INDEX match_line_live ON match_line (id) WHERE live = 1 AND public = 1;
CREATE INDEX match_line_ended ON match_line (game, ended) WHERE ended IS NOT NULL AND public = 1;

-- Derived: who sits in which match.
CREATE TABLE sitting (
    player TEXT NOT NULL,
    id BIGINT NOT NULL,
    live BIGINT NOT NULL,
    public BIGINT NOT NULL,
    PRIMARY KEY (player, id)
) {clustered};
CREATE INDEX sitting_live ON sitting (player) WHERE live = 1;

-- Derived: challenges.
CREATE TABLE challenge_line (
    id BIGINT PRIMARY KEY,
    open BIGINT NOT NULL,
    listed BIGINT NOT NULL,
    maker BIGINT NOT NULL,
    aim BIGINT,
    until BIGINT,
    body TEXT NOT NULL
);
CREATE INDEX challenge_line_listed ON challenge_line (id) WHERE open = 1 AND listed = 1;
CREATE INDEX challenge_line_maker ON challenge_line (maker) WHERE open = 1;
CREATE INDEX challenge_line_aim ON challenge_line (aim) WHERE open = 1;
CREATE INDEX challenge_line_until ON challenge_line (until) WHERE open = 1 AND until IS NOT NULL;

-- Derived: members as lists show them.
CREATE TABLE member_line (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    guest BIGINT NOT NULL,
    joined BIGINT NOT NULL
);

-- Derived: ratings, for the leaderboards.
CREATE TABLE rating_line (
    member BIGINT NOT NULL,
    game TEXT NOT NULL,
    class TEXT NOT NULL,
    points DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (member, game, class)
) {clustered};
CREATE INDEX rating_line_best ON rating_line (game, class, points);

-- Derived: how matches went for who moved first.
CREATE TABLE tally (
    game TEXT PRIMARY KEY,
    first BIGINT NOT NULL,
    second BIGINT NOT NULL,
    drawn BIGINT NOT NULL
);

-- The door's own: passwords, sessions, what the operator said, and when the server was last seen alive.
CREATE TABLE password (
    member BIGINT PRIMARY KEY,
    phc TEXT NOT NULL,
    at BIGINT NOT NULL
);

CREATE TABLE session (
    hash TEXT PRIMARY KEY,
    number BIGINT NOT NULL,
    member BIGINT NOT NULL,
    began BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    device TEXT NOT NULL
);
CREATE INDEX session_member ON session (member, number);

CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    body TEXT NOT NULL
);

-- What the command line asks of a running server, and what it said.
CREATE TABLE errand (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    answer TEXT
);
