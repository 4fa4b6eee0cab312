-- Test cards are there at once; cards of an order once it is paid.
CREATE TRIGGER cache_cards_counted AFTER INSERT ON cache_cards WHEN NEW.available_at IS NOT NULL
BEGIN
  UPDATE running_totals SET cards = cards + 1 WHERE id = 1;
END;
