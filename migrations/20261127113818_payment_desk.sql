DROP INDEX `outbox_gone`;
ALTER TABLE `outbox` ADD `acknowledged_at` integer;
CREATE INDEX `outbox_gone` ON `outbox` (`created_at`) WHERE status IN ('sent', 'dropped') AND to_address <> '';
ALTER TABLE `stripe_events` ADD `amount_cents` integer;
ALTER TABLE `stripe_events` ADD `currency` text;