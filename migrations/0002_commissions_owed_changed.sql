-- Paid, held, released, taken back; or money where none was.
CREATE TRIGGER commissions_owed_changed AFTER UPDATE OF status, amount_cents, created_at ON referral_commissions
WHEN (OLD.amount_cents <> 0 OR NEW.amount_cents <> 0) AND (OLD.status = 'pending' OR NEW.status = 'pending' OR OLD.amount_cents = 0)
BEGIN
  INSERT INTO payout_queue (id) VALUES (NEW.referrer_id) ON CONFLICT (id) DO NOTHING;
  UPDATE payout_queue SET version = version + 1 WHERE id = NEW.referrer_id;
END;
