CREATE TRIGGER cache_cards_available AFTER UPDATE OF available_at ON cache_cards
WHEN (OLD.available_at IS NULL) <> (NEW.available_at IS NULL)
BEGIN
  UPDATE running_totals SET cards = cards + iif(NEW.available_at IS NULL, -1, 1) WHERE id = 1;
END;
