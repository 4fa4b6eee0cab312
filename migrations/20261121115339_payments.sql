ALTER TABLE `users` ADD `registration_address_hash` text;--> statement-breakpoint
CREATE INDEX `users_membership_ends` ON `users` (`membership_expires_at`) WHERE role <> 'free';--> statement-breakpoint
ALTER TABLE `orders` ADD `next_check_at` integer;--> statement-breakpoint
CREATE INDEX `orders_memberships` ON `orders` (`user_id`) WHERE kind = 'membership' AND status <> 'cancelled';--> statement-breakpoint
CREATE INDEX `orders_next_check` ON `orders` (`next_check_at`) WHERE status = 'open';--> statement-breakpoint
ALTER TABLE `payments` ADD `period_start` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `period_end` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `revoked_at` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `refund_requested_at` integer;--> statement-breakpoint
CREATE INDEX `payments_memberships` ON `payments` (`user_id`) WHERE subscription_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_refund_requested` ON `payments` (`refund_requested_at`) WHERE refund_requested_at IS NOT NULL AND revoked_at IS NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `end_requested_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `next_check_at` integer;--> statement-breakpoint
CREATE INDEX `subscriptions_next_check` ON `subscriptions` (`next_check_at`) WHERE next_check_at IS NOT NULL;