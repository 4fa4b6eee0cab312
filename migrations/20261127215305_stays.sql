CREATE TABLE `stay_catalogues` (
	`version` text PRIMARY KEY NOT NULL,
	`terms` text NOT NULL,
	`received_at` integer NOT NULL
);

CREATE INDEX `stay_catalogues_received` ON `stay_catalogues` (`received_at`);
ALTER TABLE `vacation_certificates` ADD `catalogue_version` text REFERENCES stay_catalogues(version);