CREATE TRIGGER users_one_referrer BEFORE UPDATE OF referred_by_id ON users
WHEN OLD.referred_by_id IS NOT NULL AND NEW.referred_by_id IS NOT OLD.referred_by_id
BEGIN
  SELECT RAISE(ABORT, 'a referrer is set once');
END;
