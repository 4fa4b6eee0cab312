-- Who verifies their e-mail confirms the placements that they have found before, where only this kept them from it: as a find
-- does (worker/store/scan-writes.ts; the tokens and the key are those of schema/rules.ts).
CREATE TRIGGER users_verified_confirms AFTER UPDATE OF email_verified_at ON users
WHEN OLD.email_verified_at IS NULL AND NEW.email_verified_at IS NOT NULL
BEGIN
  INSERT INTO token_transactions (user_id, amount, type, related_entity_type, related_entity_id, description, cause, created_at)
  SELECT f.owner_id,
    iif(f.nth = 1 AND NOT EXISTS (SELECT 1 FROM token_transactions WHERE user_id = f.owner_id AND type = 'placement'), 10, 2),
    'placement', 'cache_card', f.id, 'Placement of Cache Card ' || f.card_id || ' was confirmed by a find',
    'placement:' || f.id || '/' || f.owner_id, NEW.email_verified_at
  FROM (
    SELECT c.id, c.card_id, o.id AS owner_id, row_number() OVER (PARTITION BY o.id ORDER BY s.id) AS nth
    FROM card_scans s
    JOIN cache_cards c ON c.id = s.card_id AND c.placement_at <= s.scan_date AND c.placement_confirmed_at IS NULL
      AND c.available_at IS NOT NULL AND c.status <> 'disabled'
    JOIN users o ON o.id = c.user_id AND o.role <> 'free'
    WHERE s.user_id = NEW.id AND s.is_awaiting_verification = 1
      AND NOT EXISTS (SELECT 1 FROM token_transactions WHERE cause = 'placement:' || c.id || '/' || o.id)
  ) f;
  -- What was paid just now has no key yet.
  UPDATE cache_cards SET tokens_earned = tokens_earned + (
      SELECT amount FROM token_transactions WHERE cause = 'placement:' || cache_cards.id || '/' || cache_cards.user_id)
  WHERE id IN (SELECT card_id FROM card_scans WHERE user_id = NEW.id AND is_awaiting_verification = 1)
    AND EXISTS (SELECT 1 FROM token_transactions WHERE cause = 'placement:' || cache_cards.id || '/' || cache_cards.user_id)
    AND NOT EXISTS (SELECT 1 FROM key_events WHERE cause = 'placement:' || cache_cards.id || '/' || cache_cards.user_id);
  INSERT INTO key_events (user_id, kind, amount, related_entity_type, related_entity_id, cause, created_at)
  SELECT t.user_id, 'community', 1, t.related_entity_type, t.related_entity_id, t.cause, t.created_at
  FROM card_scans s JOIN cache_cards c ON c.id = s.card_id JOIN token_transactions t ON t.cause = 'placement:' || c.id || '/' || c.user_id
  WHERE s.user_id = NEW.id AND s.is_awaiting_verification = 1 AND NOT EXISTS (SELECT 1 FROM key_events WHERE cause = t.cause);
  UPDATE cache_cards SET placement_confirmed_at = NEW.email_verified_at
  WHERE placement_confirmed_at IS NULL AND available_at IS NOT NULL AND status <> 'disabled' AND id IN (
    SELECT c.id FROM card_scans s JOIN cache_cards c ON c.id = s.card_id AND c.placement_at <= s.scan_date
    WHERE s.user_id = NEW.id AND s.is_awaiting_verification = 1);
  UPDATE card_scans SET is_awaiting_verification = 0 WHERE user_id = NEW.id AND is_awaiting_verification = 1;
END;
