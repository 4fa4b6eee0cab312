CREATE TRIGGER audit_log_counted AFTER INSERT ON audit_log
BEGIN
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('audit', NEW.entity_type, coalesce(NEW.admin_id, ''), '', 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
