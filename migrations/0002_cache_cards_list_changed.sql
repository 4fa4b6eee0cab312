-- Numbers of the administrators' list. A find changes none but the first, which makes a card active.
CREATE TRIGGER cache_cards_list_changed AFTER UPDATE OF status, is_test, available_at ON cache_cards
WHEN (OLD.status, OLD.is_test, OLD.available_at IS NULL) IS NOT (NEW.status, NEW.is_test, NEW.available_at IS NULL)
BEGIN
  UPDATE list_counts SET n = n - 1 WHERE list = 'cards' AND a = OLD.status AND b = OLD.is_test AND c = '' AND OLD.available_at IS NOT NULL;
  INSERT INTO list_counts (list, a, b, c, n) SELECT 'cards', NEW.status, NEW.is_test, '', 1 WHERE NEW.available_at IS NOT NULL
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
