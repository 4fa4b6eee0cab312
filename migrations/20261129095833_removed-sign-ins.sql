CREATE TABLE `removed_providers` (
	`user_id` integer NOT NULL,
	`provider` text NOT NULL,
	`provider_id` text NOT NULL,
	`removed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `provider`, `provider_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
