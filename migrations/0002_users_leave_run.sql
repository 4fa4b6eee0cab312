-- Who leaves, or is suspended, before their run was paid.
CREATE TRIGGER users_leave_run AFTER UPDATE OF deletion_requested_at, suspended_at ON users
WHEN (NEW.deletion_requested_at IS NOT NULL AND OLD.deletion_requested_at IS NULL) OR (NEW.suspended_at IS NOT NULL AND OLD.suspended_at IS NULL)
BEGIN
  UPDATE payout_run_lines SET status = 'out', reason = iif(NEW.deletion_requested_at IS NULL, 'suspended', 'left')
  WHERE user_id = NEW.id AND status = 'in';
END;
