CREATE TRIGGER card_anchors_kept AFTER UPDATE OF anchor_latitude, anchor_longitude ON cache_cards
WHEN NEW.anchor_latitude IS NOT NULL AND NEW.user_id = OLD.user_id
  AND (NEW.anchor_latitude IS NOT OLD.anchor_latitude OR NEW.anchor_longitude IS NOT OLD.anchor_longitude)
BEGIN
  INSERT INTO card_anchors (user_id, latitude, longitude) SELECT NEW.user_id, NEW.anchor_latitude, NEW.anchor_longitude
  WHERE NOT EXISTS (SELECT 1 FROM card_anchors a
    WHERE a.user_id = NEW.user_id AND a.latitude = NEW.anchor_latitude AND a.longitude = NEW.anchor_longitude);
END;
