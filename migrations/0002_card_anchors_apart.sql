-- Of two placements at once beside each other, the second meets this, and is decided anew: worker/domain/finding/place-on-map.ts shares
-- an anchor within 150 m (a centimeter is left to rounding). The bounds are wider than that; the haversine formula decides.
CREATE TRIGGER card_anchors_apart BEFORE INSERT ON card_anchors
WHEN EXISTS (SELECT 1 FROM card_anchors a
  WHERE a.user_id = NEW.user_id AND a.latitude BETWEEN NEW.latitude - 0.00135 AND NEW.latitude + 0.00135
    AND (a.latitude <> NEW.latitude OR a.longitude <> NEW.longitude)
    AND 12742000 * asin(min(1, sqrt(pow(sin(radians(a.latitude - NEW.latitude) / 2), 2)
      + cos(radians(a.latitude)) * cos(radians(NEW.latitude)) * pow(sin(radians(a.longitude - NEW.longitude) / 2), 2)))) < 149.99)
BEGIN
  SELECT RAISE(ABORT, 'card_anchors_apart');
END;
