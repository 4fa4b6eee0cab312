ALTER TABLE `orders` ADD `sent_to_print_at` integer;--> statement-breakpoint
CREATE INDEX `orders_newest_of_status` ON `orders` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `orders_newest_of_kind` ON `orders` (`kind`,`id`);--> statement-breakpoint
CREATE INDEX `orders_to_print` ON `orders` (`id`) WHERE kind = 'cache_cards' AND status = 'paid' AND delivery = 'ship' AND sent_to_print_at IS NULL;--> statement-breakpoint
ALTER TABLE `print_events` ADD `tracking` text;--> statement-breakpoint
ALTER TABLE `print_events` ADD `message` text;--> statement-breakpoint
ALTER TABLE `print_orders` ADD `submitted_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `print_orders_once` ON `print_orders` (`order_id`,`environment`) WHERE order_id IS NOT NULL AND status <> 'cancelled';--> statement-breakpoint
CREATE INDEX `print_orders_quote` ON `print_orders` (`quote_id`) WHERE quote_id IS NOT NULL;