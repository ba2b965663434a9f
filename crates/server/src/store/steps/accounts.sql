-- Whether a session was opened with a passkey.
ALTER TABLE session ADD COLUMN by_key BIGINT NOT NULL DEFAULT 0;

-- From where members have signed in, as hashes: strangers who try passwords do not shut them out there.
CREATE TABLE known (
    member BIGINT NOT NULL,
    mark TEXT NOT NULL,
    since BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    PRIMARY KEY (member, mark)
) {clustered};

-- Changes that a link takes back; the link itself is kept nowhere, only its hash.
CREATE TABLE undo (
    code TEXT PRIMARY KEY,
    member BIGINT NOT NULL,
    at BIGINT NOT NULL,
    what TEXT NOT NULL,
    former TEXT NOT NULL
) {clustered};
CREATE INDEX undo_member ON undo (member);

-- Keys that members sign in with in place of their password.
CREATE TABLE passkey (
    id TEXT PRIMARY KEY,
    member BIGINT NOT NULL,
    name TEXT NOT NULL,
    added BIGINT NOT NULL,
    used BIGINT,
    body TEXT NOT NULL
) {clustered};
CREATE INDEX passkey_member ON passkey (member);
