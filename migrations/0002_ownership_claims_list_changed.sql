-- Numbers of the administrators' list.
CREATE TRIGGER ownership_claims_list_changed AFTER UPDATE OF status ON ownership_claims WHEN OLD.status IS NOT NEW.status
BEGIN
  UPDATE list_counts SET n = n - 1 WHERE list = 'claims' AND a = OLD.status AND b = '' AND c = '';
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('claims', NEW.status, '', '', 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
