-- A treasure chest that has opened is owed.
CREATE TRIGGER chests_owed AFTER INSERT ON treasure_chest_payouts
BEGIN
  INSERT INTO payout_queue (id) VALUES (NEW.user_id) ON CONFLICT (id) DO NOTHING;
  UPDATE payout_queue SET version = version + 1 WHERE id = NEW.user_id;
END;
