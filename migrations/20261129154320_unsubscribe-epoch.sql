ALTER TABLE `digest_choices` ADD `off_at` integer;
ALTER TABLE `users` ADD `unsubscribe_epoch` integer DEFAULT 0 NOT NULL;