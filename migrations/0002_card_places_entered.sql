CREATE TRIGGER card_places_entered AFTER UPDATE OF status, placement_at, available_at, is_test, user_id, is_owner_leaving, shown_latitude_e6, shown_longitude_e6 ON cache_cards
WHEN NEW.shown_latitude_e6 IS NOT NULL AND NEW.status = 'active' AND NEW.placement_at IS NOT NULL AND NEW.available_at IS NOT NULL
  AND NEW.is_test = 0 AND NEW.user_id IS NOT NULL AND NEW.is_owner_leaving = 0
  AND NOT (OLD.shown_latitude_e6 IS NOT NULL AND OLD.status = 'active' AND OLD.placement_at IS NOT NULL AND OLD.available_at IS NOT NULL
  AND OLD.is_test = 0 AND OLD.user_id IS NOT NULL AND OLD.is_owner_leaving = 0)
BEGIN
  DELETE FROM card_places WHERE id = NEW.id;
  INSERT INTO card_places (id, west, east, south, north, user_id, visibility, name)
  VALUES (NEW.id, NEW.shown_longitude_e6, NEW.shown_longitude_e6, NEW.shown_latitude_e6, NEW.shown_latitude_e6,
    NEW.user_id, NEW.visibility, coalesce(NEW.location, 'Cache Card'));
  INSERT INTO card_tiles (level, tile, cards)
  SELECT column1, ((min(NEW.shown_latitude_e6, 89999999) + 90000000) / column2) * (360000000 / column2)
    + (min(NEW.shown_longitude_e6, 179999999) + 180000000) / column2, 1
  FROM (VALUES (0, 30000000), (1, 10000000), (2, 2000000), (3, 500000), (4, 100000)) WHERE true
  ON CONFLICT (level, tile) DO UPDATE SET cards = cards + 1;
END;
