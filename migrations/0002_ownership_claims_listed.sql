-- Numbers of the administrators' list.
CREATE TRIGGER ownership_claims_listed AFTER INSERT ON ownership_claims
BEGIN
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('claims', NEW.status, '', '', 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
