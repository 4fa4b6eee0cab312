-- Numbers of the administrators' list.
CREATE TRIGGER review_decisions_listed AFTER INSERT ON review_decisions
BEGIN
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('decisions', NEW.action, '', '', 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
