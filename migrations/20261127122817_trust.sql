CREATE TABLE `review_cases` (
	`certificate_id` integer PRIMARY KEY NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`certificate_id`) REFERENCES `vacation_certificates`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `case_cards` (
	`certificate_id` integer NOT NULL,
	`card_id` integer NOT NULL,
	`from_scan_id` integer NOT NULL,
	`through_scan_id` integer,
	`latitude` real,
	`longitude` real,
	PRIMARY KEY(`certificate_id`, `card_id`),
	FOREIGN KEY (`certificate_id`) REFERENCES `review_cases`(`certificate_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`card_id`) REFERENCES `cache_cards`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `case_cards_card` ON `case_cards` (`card_id`);
CREATE TABLE `case_members` (
	`user_id` integer NOT NULL,
	`certificate_id` integer NOT NULL,
	`mailbox_hash` text NOT NULL,
	`is_disposable` integer NOT NULL,
	PRIMARY KEY(`user_id`, `certificate_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`certificate_id`) REFERENCES `review_cases`(`certificate_id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `case_members_case` ON `case_members` (`certificate_id`);
CREATE INDEX `review_cases_closed` ON `review_cases` (`closed_at`);
CREATE TABLE `second_looks` (
	`id` integer PRIMARY KEY NOT NULL,
	`certificate_id` integer NOT NULL,
	`passed_by_id` integer NOT NULL,
	`passed_at` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`looked_by_id` integer,
	`looked_at` integer,
	`reason` text,
	`closed_by_id` integer,
	`closed_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`certificate_id`) REFERENCES `vacation_certificates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`passed_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`looked_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "second_looks_other_person" CHECK(coalesce(looked_by_id <> passed_by_id, 1) AND coalesce(closed_by_id <> passed_by_id, 1)),
	CONSTRAINT "second_looks_looked" CHECK((looked_by_id IS NULL) = (looked_at IS NULL) AND (closed_by_id IS NULL) = (closed_at IS NULL))
);
CREATE UNIQUE INDEX `second_looks_once` ON `second_looks` (`certificate_id`,`passed_at`);
CREATE INDEX `second_looks_open` ON `second_looks` (`passed_at`) WHERE state IN ('waiting', 'raised');
DROP INDEX `card_reports_user`;
ALTER TABLE `card_reports` ADD `is_counted` integer DEFAULT false NOT NULL;
ALTER TABLE `card_reports` ADD `answer` text;
CREATE INDEX `card_reports_user` ON `card_reports` (`user_id`,`created_at`);
DROP INDEX `outbox_gone`;
ALTER TABLE `outbox` ADD `acknowledged_at` integer;
CREATE INDEX `outbox_gone` ON `outbox` (`created_at`) WHERE status IN ('sent', 'dropped') AND to_address <> '';
DROP INDEX `payments_uncounted`;
ALTER TABLE `payments` ADD `refund_failed_cents` integer DEFAULT 0 NOT NULL;
ALTER TABLE `payments` ADD `refund_owed_cents` integer DEFAULT 0 NOT NULL;
CREATE INDEX `payments_uncounted` ON `payments` (`id`) WHERE counted_cents <> iif(dispute_status = 'lost', 0, amount_cents - refunded_cents - refund_owed_cents);
ALTER TABLE `cache_cards` ADD `has_changed_owner` integer DEFAULT false NOT NULL;
ALTER TABLE `card_scans` ADD `age_s` integer;
ALTER TABLE `user_auth_providers` ADD `email_key` text;
ALTER TABLE `users` ADD `username_skeleton` text;
ALTER TABLE `users` ADD `suspended_by_role` text;
CREATE UNIQUE INDEX `users_username_skeleton_unique` ON `users` (`username_skeleton`);
CREATE INDEX `users_without_skeleton` ON `users` (`id`) WHERE username IS NOT NULL AND username_skeleton IS NULL;
ALTER TABLE `stripe_events` ADD `amount_cents` integer;
ALTER TABLE `stripe_events` ADD `currency` text;
ALTER TABLE `payout_queue` ADD `has_address` integer DEFAULT false NOT NULL;
CREATE INDEX `payout_queue_address` ON `payout_queue` (`has_address`,`rank`,`oldest_at`,`id`);
CREATE INDEX `vacation_certificates_decided` ON `vacation_certificates` (`reviewed_at`) WHERE reviewed_by_id IS NOT NULL;
DROP TRIGGER IF EXISTS cache_cards_new_owner;
CREATE TRIGGER cache_cards_new_owner AFTER UPDATE OF user_id ON cache_cards WHEN NEW.user_id IS NOT OLD.user_id BEGIN UPDATE cache_cards SET location = NULL, description = NULL, latitude = NULL, longitude = NULL, placement_at = NULL, placement_confirmed_at = NULL, has_changed_owner = 1, visibility = NULL, anchor_latitude = NULL, anchor_longitude = NULL, shown_latitude_e6 = NULL, shown_longitude_e6 = NULL, is_owner_hidden = EXISTS (SELECT 1 FROM users u WHERE u.id = NEW.user_id AND (u.suspended_at IS NOT NULL OR u.deletion_requested_at IS NOT NULL)) WHERE id = NEW.id; END;
UPDATE payout_queue SET has_address = 1 WHERE id IN (SELECT user_id FROM payout_addresses WHERE email IS NOT NULL);
DROP TRIGGER IF EXISTS payout_queue_kept;
CREATE TRIGGER payout_queue_kept AFTER UPDATE OF version ON payout_queue BEGIN UPDATE payout_queue SET (net_cents, entries, oldest_at, is_premium, has_address) = ( SELECT coalesce(sum(p.cents), 0), count(p.member), coalesce(min(iif(p.cents > 0, p.at, NULL)), 0), u.role = 'premium' OR coalesce(max(p.is_premium), 0), EXISTS (SELECT 1 FROM payout_addresses a WHERE a.user_id = NEW.id AND a.email IS NOT NULL) FROM users u LEFT JOIN ( SELECT referrer_id AS member, amount_cents AS cents, created_at AS at, 0 AS is_premium FROM referral_commissions WHERE referrer_id = NEW.id AND status = 'pending' AND amount_cents <> 0 UNION ALL SELECT user_id, amount_cents, created_at, is_premium FROM treasure_chest_payouts WHERE user_id = NEW.id AND +status = 'pending' ) p ON p.member = u.id WHERE u.id = NEW.id ) WHERE id = NEW.id; END;
CREATE TRIGGER payout_addresses_added AFTER INSERT ON payout_addresses BEGIN UPDATE payout_queue SET has_address = NEW.email IS NOT NULL WHERE id = NEW.user_id; END;
CREATE TRIGGER payout_addresses_changed AFTER UPDATE OF email ON payout_addresses BEGIN UPDATE payout_queue SET has_address = NEW.email IS NOT NULL WHERE id = NEW.user_id; END;
CREATE TRIGGER payout_addresses_removed AFTER DELETE ON payout_addresses BEGIN UPDATE payout_queue SET has_address = 0 WHERE id = OLD.user_id; END;
