ALTER TABLE `card_scans` ADD `age_s` integer;
ALTER TABLE `users` ADD `username_skeleton` text;
CREATE UNIQUE INDEX `users_username_skeleton_unique` ON `users` (`username_skeleton`);
CREATE INDEX `users_without_skeleton` ON `users` (`id`) WHERE username IS NOT NULL AND username_skeleton IS NULL;