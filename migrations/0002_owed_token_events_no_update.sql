CREATE TRIGGER owed_token_events_no_update BEFORE UPDATE ON owed_token_events
BEGIN
  SELECT RAISE(ABORT, 'owed_token_events is append-only');
END;
