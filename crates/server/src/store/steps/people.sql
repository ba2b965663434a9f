-- Members whom an operator keeps out (`ban`) or keeps from talking (`mute`).
CREATE TABLE hold (
    member BIGINT NOT NULL,
    kind TEXT NOT NULL,
    since BIGINT NOT NULL,
    until BIGINT,
    reason TEXT NOT NULL,
    PRIMARY KEY (member, kind)
) {clustered};

-- Networks from which nobody is let in.
CREATE TABLE shut (
    network TEXT PRIMARY KEY,
    since BIGINT NOT NULL,
    reason TEXT NOT NULL
) {clustered};

-- Members who may do more than others.
CREATE TABLE role (
    member BIGINT PRIMARY KEY,
    role TEXT NOT NULL
);

-- What operators have done, in order. Nothing is ever taken out.
CREATE TABLE audit (
    number BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    who TEXT NOT NULL,
    what TEXT NOT NULL,
    whom TEXT NOT NULL,
    why TEXT NOT NULL
);

-- What members have told the operators of: whom it is about, where, what was said there, and what became of it.
CREATE TABLE report (
    number BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    reporter BIGINT NOT NULL,
    whom BIGINT,
    game BIGINT,
    remark BIGINT,
    quote TEXT NOT NULL,
    cause TEXT NOT NULL,
    words TEXT NOT NULL,
    done TEXT,
    done_at BIGINT
);
CREATE INDEX report_open ON report (number) WHERE done IS NULL;

-- Who has left is called by no name of theirs.
UPDATE member_line SET name = 'Former member ' || id WHERE name LIKE '% (has left)';
