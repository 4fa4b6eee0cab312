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
DROP INDEX `card_reports_user`;
ALTER TABLE `card_reports` ADD `is_counted` integer DEFAULT false NOT NULL;
ALTER TABLE `card_reports` ADD `answer` text;
CREATE INDEX `card_reports_user` ON `card_reports` (`user_id`,`created_at`);
ALTER TABLE `card_scans` ADD `age_s` integer;
ALTER TABLE `user_auth_providers` ADD `email_key` text;
ALTER TABLE `users` ADD `username_skeleton` text;
CREATE UNIQUE INDEX `users_username_skeleton_unique` ON `users` (`username_skeleton`);
CREATE INDEX `users_without_skeleton` ON `users` (`id`) WHERE username IS NOT NULL AND username_skeleton IS NULL;
CREATE INDEX `vacation_certificates_decided` ON `vacation_certificates` (`reviewed_at`) WHERE reviewed_by_id IS NOT NULL;
