-- Numbers of the administrators' list; who is erased is in it no more. What a find changes of a member is not among these.
CREATE TRIGGER users_list_changed AFTER UPDATE OF role, owed_tokens, suspended_at, deletion_requested_at, erased_at ON users
WHEN (OLD.role, OLD.owed_tokens > 0, OLD.suspended_at IS NULL, OLD.deletion_requested_at IS NULL, OLD.erased_at IS NULL)
  IS NOT (NEW.role, NEW.owed_tokens > 0, NEW.suspended_at IS NULL, NEW.deletion_requested_at IS NULL, NEW.erased_at IS NULL)
BEGIN
  UPDATE list_counts SET n = n - 1 WHERE list = 'users' AND a = OLD.role AND b = (OLD.owed_tokens > 0) || (OLD.suspended_at IS NOT NULL) || (OLD.deletion_requested_at IS NOT NULL) AND c = '' AND OLD.erased_at IS NULL;
  INSERT INTO list_counts (list, a, b, c, n) SELECT 'users', NEW.role, (NEW.owed_tokens > 0) || (NEW.suspended_at IS NOT NULL) || (NEW.deletion_requested_at IS NOT NULL), '', 1 WHERE NEW.erased_at IS NULL
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
