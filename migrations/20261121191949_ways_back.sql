ALTER TABLE `one_time_links` ADD `was_verified` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `authenticated_at` integer;