ALTER TABLE `cache_cards` ADD `payment_returned_at` integer;
UPDATE cache_cards SET payment_returned_at = unixepoch() WHERE status = 'disabled' AND used_for IS NULL
  AND order_id IN (SELECT o.id FROM orders o WHERE o.status IN ('refunded', 'disputed') AND o.user_id = cache_cards.user_id);
