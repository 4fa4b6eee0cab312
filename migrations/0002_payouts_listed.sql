-- Numbers of the administrators' list. Rows are never deleted.
CREATE TRIGGER payouts_listed AFTER INSERT ON payouts
BEGIN
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('payments', '', '', '', 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
