-- Members are counted when they sign up.
CREATE TRIGGER users_counted AFTER INSERT ON users
BEGIN
  UPDATE running_totals SET members = members + 1 WHERE id = 1;
  INSERT INTO day_totals (day, sign_ups) VALUES (date(NEW.created_at, 'unixepoch'), 1)
  ON CONFLICT (day) DO UPDATE SET sign_ups = sign_ups + 1;
END;
