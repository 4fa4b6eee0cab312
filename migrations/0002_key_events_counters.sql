-- users.treasure_keys and users.community_keys are the sums of the member's key events; users.keys_brought is the sum of the Treasure
-- Keys that others have because of the member, whom their key events name.
CREATE TRIGGER key_events_counters AFTER INSERT ON key_events
BEGIN
  UPDATE users SET treasure_keys = treasure_keys + NEW.amount WHERE id = NEW.user_id AND NEW.kind = 'treasure';
  UPDATE users SET community_keys = community_keys + NEW.amount WHERE id = NEW.user_id AND NEW.kind = 'community';
  UPDATE users SET keys_brought = keys_brought + NEW.amount WHERE id = NEW.related_entity_id AND NEW.related_entity_type = 'user' AND NEW.kind = 'treasure';
END;
