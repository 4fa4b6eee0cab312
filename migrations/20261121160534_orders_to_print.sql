DROP INDEX `orders_to_print`;--> statement-breakpoint
CREATE INDEX `orders_to_print` ON `orders` (`delivery`,`status`,`id`) WHERE sent_to_print_at IS NULL;