-- A row that is gone is owed no more.
CREATE TRIGGER commissions_owed_gone AFTER DELETE ON referral_commissions
WHEN OLD.status = 'pending'
BEGIN
  INSERT INTO payout_queue (id) VALUES (OLD.referrer_id) ON CONFLICT (id) DO NOTHING;
  UPDATE payout_queue SET version = version + 1 WHERE id = OLD.referrer_id;
END;
