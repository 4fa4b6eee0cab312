CREATE TRIGGER cache_cards_gone AFTER DELETE ON cache_cards WHEN OLD.available_at IS NOT NULL
BEGIN
  UPDATE running_totals SET cards = cards - 1 WHERE id = 1;
  UPDATE list_counts SET n = n - 1 WHERE list = 'cards' AND a = OLD.status AND b = OLD.is_test AND c = '';
END;
