CREATE TRIGGER owed_token_events_no_delete BEFORE DELETE ON owed_token_events
BEGIN
  SELECT RAISE(ABORT, 'owed_token_events is append-only');
END;
