CREATE TABLE `ledger_checks` (
	`id` integer PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`through_entry_id` integer NOT NULL,
	`kept_balance` integer NOT NULL,
	`kept_entries` integer NOT NULL,
	`issued` integer NOT NULL,
	`redeemed` integer NOT NULL,
	`withdrawn` integer NOT NULL,
	`last_user_id` integer DEFAULT 0 NOT NULL,
	`held` integer DEFAULT 0 NOT NULL,
	`ledger` integer DEFAULT 0 NOT NULL,
	`entries` integer DEFAULT 0 NOT NULL,
	`differing` integer DEFAULT 0 NOT NULL,
	`differences` text DEFAULT '[]' NOT NULL
);
