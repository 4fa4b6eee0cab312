CREATE TABLE `review_snapshots` (
	`id` integer PRIMARY KEY NOT NULL,
	`certificate_id` integer NOT NULL,
	`decision` text NOT NULL,
	`decided_at` integer NOT NULL,
	`signals` text NOT NULL,
	FOREIGN KEY (`certificate_id`) REFERENCES `vacation_certificates`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `review_snapshots_certificate` ON `review_snapshots` (`certificate_id`,`decided_at`);
CREATE INDEX `review_snapshots_decided` ON `review_snapshots` (`decided_at`);