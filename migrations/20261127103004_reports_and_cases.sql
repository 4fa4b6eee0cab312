DROP INDEX `card_reports_user`;
ALTER TABLE `card_reports` ADD `is_counted` integer DEFAULT false NOT NULL;
ALTER TABLE `card_reports` ADD `answer` text;
CREATE INDEX `card_reports_user` ON `card_reports` (`user_id`,`created_at`);