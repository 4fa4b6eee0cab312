CREATE TRIGGER key_events_no_delete BEFORE DELETE ON key_events
BEGIN
  SELECT RAISE(ABORT, 'key_events is append-only');
END;
