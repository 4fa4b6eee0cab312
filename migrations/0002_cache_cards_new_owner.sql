-- A placement is its owner's own: whoever gets a card fills in the form anew. Where it is stays, until then.
CREATE TRIGGER cache_cards_new_owner AFTER UPDATE OF user_id ON cache_cards
WHEN NEW.user_id IS NOT OLD.user_id AND NEW.placement_at IS NOT NULL
BEGIN
  UPDATE cache_cards SET placement_at = NULL, placement_confirmed_at = NULL WHERE id = NEW.id;
END;
