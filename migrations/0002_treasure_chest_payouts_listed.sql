-- Numbers of the administrators' list.
CREATE TRIGGER treasure_chest_payouts_listed AFTER INSERT ON treasure_chest_payouts
BEGIN
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('chests', NEW.status, '', '', 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
