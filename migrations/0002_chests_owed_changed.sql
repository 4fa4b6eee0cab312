-- Paid, held, released, refused; or another one by what was heard late.
CREATE TRIGGER chests_owed_changed AFTER UPDATE OF status, amount_cents, is_premium ON treasure_chest_payouts
WHEN OLD.status = 'pending' OR NEW.status = 'pending'
BEGIN
  INSERT INTO payout_queue (id) VALUES (NEW.user_id) ON CONFLICT (id) DO NOTHING;
  UPDATE payout_queue SET version = version + 1 WHERE id = NEW.user_id;
END;
