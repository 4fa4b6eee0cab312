CREATE TRIGGER card_anchors_added AFTER INSERT ON cache_cards
WHEN NEW.anchor_latitude IS NOT NULL AND NEW.user_id IS NOT NULL
BEGIN
  INSERT INTO card_anchors (user_id, latitude, longitude) SELECT NEW.user_id, NEW.anchor_latitude, NEW.anchor_longitude
  WHERE NOT EXISTS (SELECT 1 FROM card_anchors a
    WHERE a.user_id = NEW.user_id AND a.latitude = NEW.anchor_latitude AND a.longitude = NEW.anchor_longitude);
END;
