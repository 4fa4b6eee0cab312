-- A commission, or the reversal of one, that is pending counts for its referrer.
CREATE TRIGGER commissions_owed AFTER INSERT ON referral_commissions
WHEN NEW.status = 'pending'
BEGIN
  INSERT INTO payout_queue (id) VALUES (NEW.referrer_id) ON CONFLICT (id) DO NOTHING;
  UPDATE payout_queue SET version = version + 1 WHERE id = NEW.referrer_id;
END;
