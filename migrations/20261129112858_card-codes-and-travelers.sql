ALTER TABLE `cache_cards` ADD `status_before_return` text;
ALTER TABLE `cache_cards` ADD `code_exposed_from` integer;
ALTER TABLE `cache_cards` ADD `code_exposed_until` integer;
CREATE INDEX `cache_cards_code_exposed` ON `cache_cards` (`code_exposed_until`) WHERE code_exposed_until IS NOT NULL;
ALTER TABLE `stays` ADD `entered_traveler` text;