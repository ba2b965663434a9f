CREATE INDEX match_line_game ON match_line (game, public, id) WHERE live = 1;
