PRAGMA defer_foreign_keys=ON;
CREATE TABLE card_places_copy AS SELECT * FROM card_places;
DROP TABLE card_places;
CREATE TABLE `card_places` (
	`card_id` integer NOT NULL,
	`through_scan_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`latitude` real,
	`longitude` real,
	`placement_at` integer,
	PRIMARY KEY(`card_id`, `through_scan_id`),
	FOREIGN KEY (`card_id`) REFERENCES `cache_cards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
INSERT INTO card_places (card_id, through_scan_id, user_id, latitude, longitude, placement_at) SELECT card_id, through_scan_id, user_id, latitude, longitude, placement_at FROM card_places_copy;
DROP TABLE card_places_copy;
CREATE INDEX `card_places_user` ON `card_places` (`user_id`);
ALTER TABLE `find_logs` ADD `removed_at` integer;
