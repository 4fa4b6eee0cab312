-- Who takes over an account that nobody had proved is not the referral of whoever brought the one before, unless that has earned something.
CREATE TRIGGER users_one_referrer BEFORE UPDATE OF referred_by_id ON users
WHEN OLD.referred_by_id IS NOT NULL AND NEW.referred_by_id IS NOT OLD.referred_by_id
  AND (NEW.referred_by_id IS NOT NULL OR OLD.email_verified_at IS NOT NULL
    OR EXISTS (SELECT 1 FROM referral_commissions WHERE referred_id = OLD.id AND kind = 'commission')
    OR EXISTS (SELECT 1 FROM key_events WHERE cause = 'referral:' || OLD.id))
BEGIN
  SELECT RAISE(ABORT, 'a referrer is set once');
END;
