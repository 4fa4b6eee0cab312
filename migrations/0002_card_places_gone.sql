CREATE TRIGGER card_places_gone AFTER DELETE ON cache_cards
WHEN OLD.shown_latitude_e6 IS NOT NULL AND OLD.status = 'active' AND OLD.placement_at IS NOT NULL AND OLD.available_at IS NOT NULL
  AND OLD.is_test = 0 AND OLD.user_id IS NOT NULL AND OLD.is_owner_leaving = 0
BEGIN
  DELETE FROM card_places WHERE id = OLD.id;
  UPDATE card_tiles SET cards = max(cards - 1, 0) WHERE (level, tile) IN (
    SELECT column1, ((min(OLD.shown_latitude_e6, 89999999) + 90000000) / column2) * (360000000 / column2)
    + (min(OLD.shown_longitude_e6, 179999999) + 180000000) / column2
    FROM (VALUES (0, 30000000), (1, 10000000), (2, 2000000), (3, 500000), (4, 100000)));
END;
