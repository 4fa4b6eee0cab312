-- A row that is gone is owed no more.
CREATE TRIGGER chests_owed_gone AFTER DELETE ON treasure_chest_payouts
WHEN OLD.status = 'pending'
BEGIN
  INSERT INTO payout_queue (id) VALUES (OLD.user_id) ON CONFLICT (id) DO NOTHING;
  UPDATE payout_queue SET version = version + 1 WHERE id = OLD.user_id;
END;
