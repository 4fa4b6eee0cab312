CREATE TABLE `stay_figures` (
	`day` text PRIMARY KEY NOT NULL,
	`issued` integer,
	`booked` integer,
	`stayed` integer,
	`returned` integer,
	`refused` integer,
	`median_offer_seconds` integer
);

ALTER TABLE `stay_offers` ADD `requested_at` integer;