CREATE TABLE `person_claims` (
	`person_hash` text NOT NULL,
	`person_no` integer DEFAULT 0 NOT NULL,
	`certificate_id` integer NOT NULL,
	`redeemed_at` integer NOT NULL,
	PRIMARY KEY(`person_hash`, `person_no`)
);

CREATE INDEX `person_claims_certificate` ON `person_claims` (`certificate_id`);
CREATE INDEX `person_claims_redeemed` ON `person_claims` (`redeemed_at`);
CREATE TABLE `stays` (
	`certificate_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`stage` text DEFAULT 'none' NOT NULL,
	`traveler` text,
	`traveler_corrected` integer DEFAULT false NOT NULL,
	`wishes` text DEFAULT '[]' NOT NULL,
	`waiting_since` integer,
	`declined_offers` integer DEFAULT 0 NOT NULL,
	`was_canceled` integer DEFAULT false NOT NULL,
	`arrival` text,
	`departure` text,
	`reminders_sent` text DEFAULT '[]' NOT NULL,
	`cost_cents` integer,
	`provider_error` text,
	`checked_at` integer,
	`took_place` integer,
	`comment` text,
	`complaint_settled_at` integer,
	`closed_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`certificate_id`) REFERENCES `vacation_certificates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stays_waits_for_offer" CHECK((stage = 'wished') = (waiting_since IS NOT NULL)),
	CONSTRAINT "stays_booked_dates" CHECK(stage NOT IN ('booked', 'stayed') OR departure > arrival)
);

CREATE INDEX `stays_user` ON `stays` (`user_id`);
CREATE INDEX `stays_waiting` ON `stays` (`waiting_since`) WHERE stage = 'wished';
CREATE INDEX `stays_arrival` ON `stays` (`arrival`) WHERE stage = 'booked';
CREATE INDEX `stays_to_check` ON `stays` (`checked_at`) WHERE stage = 'booked';
CREATE INDEX `stays_stage` ON `stays` (`stage`,`certificate_id`);
CREATE INDEX `stays_desk` ON `stays` (CASE WHEN stage = 'wished' THEN waiting_since ELSE 20000000000 - certificate_id END);
CREATE INDEX `stays_desk_stage` ON `stays` (`stage`,CASE WHEN stage = 'wished' THEN waiting_since ELSE 20000000000 - certificate_id END);
CREATE INDEX `stays_complaints` ON `stays` (CASE WHEN stage = 'wished' THEN waiting_since ELSE 20000000000 - certificate_id END) WHERE took_place = 0 AND complaint_settled_at IS NULL;
CREATE INDEX `stays_to_erase` ON `stays` (`closed_at`) WHERE traveler IS NOT NULL;
CREATE TABLE `stay_offers` (
	`id` integer PRIMARY KEY NOT NULL,
	`certificate_id` integer NOT NULL,
	`quote_id` text,
	`destination_id` text,
	`place` text NOT NULL,
	`address` text NOT NULL,
	`latitude` real,
	`longitude` real,
	`arrival` text NOT NULL,
	`departure` text NOT NULL,
	`room` text NOT NULL,
	`costs` text NOT NULL,
	`cancellation` text NOT NULL,
	`check_in` text NOT NULL,
	`contact` text NOT NULL,
	`cost_cents` integer,
	`status` text DEFAULT 'open' NOT NULL,
	`created_at` integer NOT NULL,
	`created_by_id` integer,
	`expires_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`certificate_id`) REFERENCES `stays`(`certificate_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stay_offers_dates" CHECK(departure > arrival)
);

CREATE INDEX `stay_offers_certificate` ON `stay_offers` (`certificate_id`,`id`);
CREATE UNIQUE INDEX `stay_offers_current` ON `stay_offers` (`certificate_id`) WHERE status IN ('open', 'accepted');
CREATE INDEX `stay_offers_open` ON `stay_offers` (`expires_at`) WHERE status = 'open';
CREATE INDEX `stay_offers_accepted` ON `stay_offers` (`closed_at`) WHERE status = 'accepted';
CREATE UNIQUE INDEX `stay_offers_quote` ON `stay_offers` (`quote_id`);
ALTER TABLE `vacation_certificates` ADD `is_other_person` integer DEFAULT false NOT NULL;
INSERT INTO stays (certificate_id, user_id, stage, closed_at) SELECT id, user_id, CASE WHEN booking_status = 'booked' THEN 'booked' WHEN valid_until <= unixepoch() THEN 'expired' ELSE 'none' END, iif(booking_status <> 'booked' AND valid_until <= unixepoch(), valid_until, NULL) FROM vacation_certificates WHERE status = 'activated';
