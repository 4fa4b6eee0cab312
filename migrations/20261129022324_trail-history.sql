ALTER TABLE `users` ADD `earlier_time_zones` text DEFAULT '[]' NOT NULL;
ALTER TABLE `member_progress` ADD `rest_bits` integer DEFAULT 0 NOT NULL;

UPDATE `member_progress` SET `revision` = `revision` + 1;
