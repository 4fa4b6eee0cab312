-- The nameless row that stays of an erased member is no member.
CREATE TRIGGER users_erased AFTER UPDATE OF erased_at ON users WHEN OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL
BEGIN
  UPDATE running_totals SET members = members - 1 WHERE id = 1;
END;
