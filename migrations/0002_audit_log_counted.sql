CREATE TRIGGER audit_log_counted AFTER INSERT ON audit_log
BEGIN
  UPDATE running_totals SET audit_entries = audit_entries + 1 WHERE id = 1;
END;
