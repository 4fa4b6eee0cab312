CREATE TABLE `payout_queue` (
	`id` integer PRIMARY KEY NOT NULL,
	`net_cents` integer DEFAULT 0 NOT NULL,
	`entries` integer DEFAULT 0 NOT NULL,
	`oldest_at` integer DEFAULT 0 NOT NULL,
	`rank` integer DEFAULT 3 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_queue_rank" CHECK(rank BETWEEN 0 AND 3 AND (rank >= 2 OR net_cents > 0))
);
--> statement-breakpoint
CREATE INDEX `payout_queue_order` ON `payout_queue` (`rank`,`oldest_at`,`id`);--> statement-breakpoint
CREATE TABLE `payouts` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`entries` integer NOT NULL,
	`reference` text NOT NULL,
	`request` text NOT NULL,
	`paid_at` integer NOT NULL,
	`paid_by_id` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paid_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payouts_amount" CHECK(amount_cents > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_once` ON `payouts` (`request`,`user_id`);--> statement-breakpoint
CREATE INDEX `payouts_user` ON `payouts` (`user_id`,`id`);--> statement-breakpoint
DROP INDEX `treasure_chest_payouts_queue`;--> statement-breakpoint
ALTER TABLE `treasure_chest_payouts` ADD `payout_id` integer REFERENCES payouts(id);--> statement-breakpoint
CREATE INDEX `treasure_chest_payouts_payout` ON `treasure_chest_payouts` (`payout_id`) WHERE payout_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `treasure_chest_payouts_queue` ON `treasure_chest_payouts` (`status`,`id`);--> statement-breakpoint
ALTER TABLE `referral_commissions` ADD `payout_id` integer REFERENCES payouts(id);--> statement-breakpoint
CREATE INDEX `referral_commissions_created` ON `referral_commissions` (`created_at`);--> statement-breakpoint
CREATE INDEX `referral_commissions_pending` ON `referral_commissions` (`referrer_id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `referral_commissions_payout` ON `referral_commissions` (`payout_id`) WHERE payout_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `token_transactions_rare` ON `token_transactions` (`type`,`id`) WHERE type NOT IN ('scan', 'owner_scan');