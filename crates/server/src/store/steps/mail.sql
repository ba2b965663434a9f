-- Where members are written to. An address is one member's once they have answered from it; until then anybody may claim it.
CREATE TABLE address (
    address TEXT NOT NULL,
    member BIGINT NOT NULL,
    verified BIGINT,
    bounces BIGINT NOT NULL,
    suspended BIGINT,
    PRIMARY KEY (address, member)
) {clustered};
CREATE UNIQUE INDEX address_verified ON address (address) WHERE verified IS NOT NULL;
CREATE INDEX address_member ON address (member);

-- When members want to be written to, of those who have said so.
CREATE TABLE mailing (
    member BIGINT PRIMARY KEY,
    wish TEXT NOT NULL
);

-- Mails to be sent: what they are about. They are written when they are sent.
CREATE TABLE outbox (
    id BIGINT PRIMARY KEY,
    member BIGINT NOT NULL,
    kind TEXT NOT NULL,
    game BIGINT,
    ply BIGINT,
    version BIGINT,
    body TEXT NOT NULL,
    at BIGINT NOT NULL,
    due BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    lead BIGINT,
    sent BIGINT
);
CREATE INDEX outbox_due ON outbox (due) WHERE sent IS NULL;
CREATE INDEX outbox_member ON outbox (member) WHERE sent IS NULL;
CREATE INDEX outbox_sent ON outbox (sent) WHERE sent IS NOT NULL;

-- Mails that came and were done with, so that each is done with once.
CREATE TABLE letter_in (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL
) {clustered};
CREATE INDEX letter_in_at ON letter_in (at);

-- Letters whose senders are asked whether they wrote them.
CREATE TABLE unconfirmed (
    code TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    member BIGINT,
    address TEXT NOT NULL,
    body TEXT NOT NULL
);
