-- What is pending of it counts for its referrer, who has a row from the first money on; what brings keys alone is no money.
CREATE TRIGGER commissions_owed AFTER INSERT ON referral_commissions
WHEN NEW.amount_cents <> 0
BEGIN
  INSERT INTO payout_queue (id) VALUES (NEW.referrer_id) ON CONFLICT (id) DO NOTHING;
  UPDATE payout_queue SET version = version + 1 WHERE id = NEW.referrer_id;
END;
