ALTER TABLE `users` ADD `address_changed_at` integer;
ALTER TABLE `users` ADD `optional_mail_off_at` integer;
ALTER TABLE `notification_choices` ADD `chosen_at` integer;
ALTER TABLE `stays` ADD `traveler_entered_at` integer;
UPDATE `stays` SET `traveler_entered_at` = unixepoch() WHERE `traveler` IS NOT NULL AND `stage` IN ('none', 'wished', 'offered');
