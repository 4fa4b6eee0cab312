-- Erasing a member blanks data inside before and after; who did what when stays.
CREATE TRIGGER audit_log_no_rewrite BEFORE UPDATE OF id, admin_id, action, entity_type, entity_id, request_id, created_at ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'audit_log rows stay');
END;
