CREATE TABLE `former_redemptions` (
	`mailbox_hash` text PRIMARY KEY NOT NULL,
	`redeemed_at` integer NOT NULL
);

CREATE INDEX `former_redemptions_expiry` ON `former_redemptions` (`redeemed_at`);