ALTER TABLE `stays` ADD `checked_at` integer;
CREATE INDEX `stays_to_check` ON `stays` (`checked_at`) WHERE stage = 'booked';