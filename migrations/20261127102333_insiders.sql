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
ALTER TABLE `cache_cards` ADD `has_changed_owner` integer DEFAULT false NOT NULL;
ALTER TABLE `users` ADD `suspended_by_role` text;
DROP TRIGGER IF EXISTS cache_cards_new_owner;
CREATE TRIGGER cache_cards_new_owner AFTER UPDATE OF user_id ON cache_cards WHEN NEW.user_id IS NOT OLD.user_id BEGIN UPDATE cache_cards SET location = NULL, description = NULL, latitude = NULL, longitude = NULL, placement_at = NULL, placement_confirmed_at = NULL, has_changed_owner = 1, visibility = NULL, anchor_latitude = NULL, anchor_longitude = NULL, shown_latitude_e6 = NULL, shown_longitude_e6 = NULL, is_owner_hidden = EXISTS (SELECT 1 FROM users u WHERE u.id = NEW.user_id AND (u.suspended_at IS NOT NULL OR u.deletion_requested_at IS NOT NULL)) WHERE id = NEW.id; END;
