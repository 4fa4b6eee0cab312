CREATE TABLE `viewers` (
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`admin_id` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`is_acting` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject_id`, `admin_id`),
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `viewers_expiry` ON `viewers` (`seen_at`);