-- Numbers of the administrators' list.
CREATE TRIGGER treasure_chest_payouts_list_changed AFTER UPDATE OF status ON treasure_chest_payouts WHEN OLD.status IS NOT NEW.status
BEGIN
  UPDATE list_counts SET n = n - 1 WHERE list = 'chests' AND a = OLD.status AND b = '' AND c = '';
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('chests', NEW.status, '', '', 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
