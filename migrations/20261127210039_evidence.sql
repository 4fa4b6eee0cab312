CREATE TABLE `card_places` (
	`card_id` integer NOT NULL,
	`through_scan_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`placement_at` integer,
	PRIMARY KEY(`card_id`, `through_scan_id`),
	FOREIGN KEY (`card_id`) REFERENCES `cache_cards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `card_places_user` ON `card_places` (`user_id`);
ALTER TABLE `membership_periods` ADD `granted_until` integer;