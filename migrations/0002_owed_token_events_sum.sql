-- users.owed_tokens is the sum of the member's rows; its CHECK refuses a negative one and with it the row.
CREATE TRIGGER owed_token_events_sum AFTER INSERT ON owed_token_events
BEGIN
  UPDATE users SET owed_tokens = owed_tokens + NEW.amount WHERE id = NEW.user_id;
END;
