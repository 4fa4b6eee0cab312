CREATE TRIGGER card_places_told AFTER UPDATE OF location, visibility, user_id ON cache_cards
WHEN (NEW.location IS NOT OLD.location OR NEW.visibility IS NOT OLD.visibility OR NEW.user_id IS NOT OLD.user_id)
  AND NEW.shown_latitude_e6 IS NOT NULL AND NEW.status = 'active' AND NEW.placement_at IS NOT NULL AND NEW.available_at IS NOT NULL
  AND NEW.is_test = 0 AND NEW.user_id IS NOT NULL AND NEW.is_owner_leaving = 0
BEGIN
  UPDATE card_places SET name = coalesce(NEW.location, 'Cache Card'), visibility = NEW.visibility, user_id = NEW.user_id WHERE id = NEW.id;
END;
