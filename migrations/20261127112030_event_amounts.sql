ALTER TABLE `stripe_events` ADD `amount_cents` integer;
ALTER TABLE `stripe_events` ADD `currency` text;