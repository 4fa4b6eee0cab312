-- A suspended member has no session: whichever way of signing in writes one, its batch fails.
CREATE TRIGGER sessions_not_suspended BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND suspended_at IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'member_suspended');
END;
