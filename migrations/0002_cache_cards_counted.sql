-- Test cards are there at once; cards of an order once it is paid.
CREATE TRIGGER cache_cards_counted AFTER INSERT ON cache_cards WHEN NEW.available_at IS NOT NULL
BEGIN
  UPDATE running_totals SET cards = cards + 1 WHERE id = 1;
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('cards', NEW.status, NEW.is_test, '', 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
