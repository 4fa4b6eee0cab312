DROP INDEX `cache_cards_created`;--> statement-breakpoint
DROP INDEX `cache_cards_test`;--> statement-breakpoint
CREATE INDEX `cache_cards_listed` ON `cache_cards` (`created_at`) WHERE available_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `cache_cards_listed_status` ON `cache_cards` (`status`,`created_at`) WHERE available_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `cache_cards_test` ON `cache_cards` (`created_at`) WHERE is_test = 1;--> statement-breakpoint
CREATE INDEX `card_reports_card` ON `card_reports` (`card_id`,`id`);--> statement-breakpoint
CREATE INDEX `ownership_claims_queue` ON `ownership_claims` ((status = 'pending') * (2 * id - 1000000000000) - id);