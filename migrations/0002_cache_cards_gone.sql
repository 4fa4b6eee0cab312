CREATE TRIGGER cache_cards_gone AFTER DELETE ON cache_cards WHEN OLD.available_at IS NOT NULL
BEGIN
  UPDATE running_totals SET cards = cards - 1 WHERE id = 1;
END;
