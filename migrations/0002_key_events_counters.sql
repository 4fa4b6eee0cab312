-- users.treasure_keys and users.community_keys are the sums of the member's key events.
CREATE TRIGGER key_events_counters AFTER INSERT ON key_events
BEGIN
  UPDATE users SET treasure_keys = treasure_keys + NEW.amount WHERE id = NEW.user_id AND NEW.kind = 'treasure';
  UPDATE users SET community_keys = community_keys + NEW.amount WHERE id = NEW.user_id AND NEW.kind = 'community';
END;
