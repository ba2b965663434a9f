-- What somebody has said, wherever that was: asked for by whoever wants to have all that is theirs.
CREATE INDEX event_said ON event (who, stream, version) WHERE fact LIKE '{"fact":"said"%';
