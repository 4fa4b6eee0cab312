-- A placement is its owner's own: where the card is and the words about it go with them, to nobody else, neither by an administrator's
-- edit of place and owner at once. Whoever gets a card fills in the form anew. An erased member's card has nobody.
CREATE TRIGGER cache_cards_new_owner AFTER UPDATE OF user_id ON cache_cards WHEN NEW.user_id IS NOT OLD.user_id
BEGIN
  UPDATE cache_cards SET location = NULL, description = NULL, latitude = NULL, longitude = NULL, placement_at = NULL,
    placement_confirmed_at = NULL, visibility = NULL, anchor_latitude = NULL, anchor_longitude = NULL, shown_latitude_e6 = NULL,
    shown_longitude_e6 = NULL, is_owner_leaving = 0 WHERE id = NEW.id;
END;
