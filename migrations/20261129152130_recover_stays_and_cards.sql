ALTER TABLE `cache_cards` ADD `edited_at` integer;
ALTER TABLE `stays` ADD `recovered_at` integer;
CREATE INDEX `stays_recovered` ON `stays` (`recovered_at`) WHERE recovered_at IS NOT NULL;