CREATE TABLE `day_facts` (
	`kind` text NOT NULL,
	`day` text NOT NULL,
	`cohort` text DEFAULT '' NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`kind`, `day`, `cohort`)
);

ALTER TABLE `member_progress` ADD `last_find_day` integer;
CREATE INDEX `membership_periods_end` ON `membership_periods` (`ends_at`);
CREATE INDEX `membership_periods_kind` ON `membership_periods` ((source || tier),`ends_at`);
CREATE INDEX `print_orders_created` ON `print_orders` (`created_at`) WHERE environment = 'production';
CREATE INDEX `treasure_chest_payouts_counted` ON `treasure_chest_payouts` (`created_at`,`amount_cents`) WHERE status <> 'reversed';
CREATE INDEX `stays_departure` ON `stays` (`departure`) WHERE stage = 'stayed';