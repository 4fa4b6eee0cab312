CREATE TABLE `bounced_addresses` (
	`email_key` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`detail` text,
	`bounced_at` integer NOT NULL
);

CREATE INDEX `bounced_addresses_expiry` ON `bounced_addresses` (`bounced_at`);