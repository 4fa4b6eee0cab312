CREATE TABLE `card_towns` (
	`card_id` integer NOT NULL,
	`from_scan_id` integer NOT NULL,
	`latitude_e6` integer,
	`longitude_e6` integer,
	`town` text,
	PRIMARY KEY(`card_id`, `from_scan_id`),
	FOREIGN KEY (`card_id`) REFERENCES `cache_cards`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;

CREATE TABLE `member_medals` (
	`user_id` integer NOT NULL,
	`medal` text NOT NULL,
	`earned_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `medal`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `member_progress` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`derived_revision` integer DEFAULT 0 NOT NULL,
	`finds` integer DEFAULT 0 NOT NULL,
	`towns` integer DEFAULT 0 NOT NULL,
	`countries` integer DEFAULT 0 NOT NULL,
	`seasons` integer DEFAULT 0 NOT NULL,
	`placements` integer DEFAULT 0 NOT NULL,
	`card_finds` integer DEFAULT 0 NOT NULL,
	`thanks` integer DEFAULT 0 NOT NULL,
	`trail_weeks` integer DEFAULT 0 NOT NULL,
	`longest_trail` integer DEFAULT 0 NOT NULL,
	`rest_weeks` integer DEFAULT 0 NOT NULL,
	`first_week` integer,
	`last_week` integer,
	`week_bits` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "member_progress_weeks" CHECK((first_week IS NULL) = (last_week IS NULL))
);

CREATE INDEX `member_progress_stale` ON `member_progress` (`user_id`) WHERE revision <> derived_revision;
ALTER TABLE `users` ADD `dream_destination` text;
ALTER TABLE `users` ADD `shown_medal` text;
ALTER TABLE `users` ADD `time_zone` text;