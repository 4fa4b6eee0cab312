-- Members are counted when they sign up.
CREATE TRIGGER users_counted AFTER INSERT ON users
BEGIN
  UPDATE running_totals SET members = members + 1 WHERE id = 1;
  INSERT INTO day_totals (day, sign_ups) VALUES (date(NEW.created_at, 'unixepoch'), 1)
  ON CONFLICT (day) DO UPDATE SET sign_ups = sign_ups + 1;
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('users', NEW.role, (NEW.owed_tokens > 0) || (NEW.suspended_at IS NOT NULL) || (NEW.deletion_requested_at IS NOT NULL), '', 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
