CREATE TABLE `disputes` (
	`id` integer PRIMARY KEY NOT NULL,
	`stripe_dispute_id` text NOT NULL,
	`payment_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`reason` text NOT NULL,
	`state` text NOT NULL,
	`is_inquiry` integer DEFAULT false NOT NULL,
	`opened_at` integer NOT NULL,
	`due_by` integer,
	`submissions` integer DEFAULT 0 NOT NULL,
	`closed_at` integer,
	`answer` text,
	`answer_state` text,
	`attempt` integer DEFAULT 1 NOT NULL,
	`answer_error` text,
	`answer_note` text,
	`answered_at` integer,
	`answered_by_id` integer,
	`evidence` text,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`answered_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "disputes_answer" CHECK((answer IS NULL) = (answer_state IS NULL))
);

CREATE UNIQUE INDEX `disputes_stripe_dispute_id_unique` ON `disputes` (`stripe_dispute_id`);
CREATE INDEX `disputes_opened` ON `disputes` (`opened_at`);
CREATE INDEX `disputes_state` ON `disputes` (`state`,`opened_at`);
CREATE INDEX `disputes_due` ON `disputes` (`due_by`) WHERE state = 'needs_response';
CREATE INDEX `disputes_unanswered` ON `disputes` (`answered_at`) WHERE answer_state = 'asked';
CREATE INDEX `disputes_payment` ON `disputes` (`payment_id`);
CREATE INDEX `disputes_user` ON `disputes` (`user_id`);
CREATE TABLE `bounced_addresses` (
	`email_key` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`detail` text,
	`bounced_at` integer NOT NULL
);

CREATE INDEX `bounced_addresses_expiry` ON `bounced_addresses` (`bounced_at`);
CREATE TABLE `money_checks` (
	`id` integer PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`step` integer DEFAULT 0 NOT NULL,
	`last_id` integer DEFAULT 0 NOT NULL,
	`differing` integer DEFAULT 0 NOT NULL,
	`differences` text DEFAULT '[]' NOT NULL
);

CREATE TABLE `payment_bookings` (
	`id` integer PRIMARY KEY NOT NULL,
	`payment_id` integer NOT NULL,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`source` text,
	`booked_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `payment_bookings_once` ON `payment_bookings` (`payment_id`,`kind`,`source`);
CREATE INDEX `payment_bookings_day` ON `payment_bookings` (`booked_at`,`kind`,`amount_cents`);
CREATE TABLE `stripe_days` (
	`day` text PRIMARY KEY NOT NULL,
	`payment_cents` integer DEFAULT 0 NOT NULL,
	`refund_cents` integer DEFAULT 0 NOT NULL,
	`fee_cents` integer DEFAULT 0 NOT NULL
);

DROP INDEX `print_orders_once`;
ALTER TABLE `print_orders` ADD `resend_of_id` integer REFERENCES print_orders(id);
ALTER TABLE `print_orders` ADD `resend_reason` text;
ALTER TABLE `print_orders` ADD `has_new_codes` integer DEFAULT false NOT NULL;
ALTER TABLE `print_orders` ADD `codes_replaced_at` integer;
CREATE UNIQUE INDEX `print_orders_resent_once` ON `print_orders` (`resend_of_id`) WHERE resend_of_id IS NOT NULL AND status <> 'cancelled';
CREATE UNIQUE INDEX `print_orders_once` ON `print_orders` (`order_id`,`environment`) WHERE order_id IS NOT NULL AND status <> 'cancelled' AND resend_of_id IS NULL;
ALTER TABLE `day_totals` ADD `returned_cents` integer DEFAULT 0 NOT NULL;
ALTER TABLE `day_totals` ADD `fee_cents` integer DEFAULT 0 NOT NULL;
ALTER TABLE `payout_run_lines` ADD `surplus_cents` integer DEFAULT 0 NOT NULL;
ALTER TABLE `payouts` ADD `surplus_cents` integer DEFAULT 0 NOT NULL;
CREATE INDEX `payouts_surplus` ON `payouts` (`user_id`) WHERE surplus_cents <> 0;
ALTER TABLE `vacation_certificates` ADD `former_references` text DEFAULT '[]' NOT NULL;
CREATE INDEX `vacation_certificates_corrected` ON `vacation_certificates` (`id`) WHERE former_references <> '[]';
CREATE INDEX `audit_log_standing` ON `audit_log` (`created_at`) WHERE action IN ('admin.create', 'admin.change', 'admin.reset_link', 'admin.reset_password');
CREATE INDEX `payments_in_dispute` ON `payments` (`user_id`,`amount_cents`,`disputed_at`) WHERE dispute_status = 'open';
INSERT INTO payment_bookings (payment_id, kind, amount_cents, source, booked_at) SELECT id, 'refund', -refunded_cents, 'before', paid_at FROM payments WHERE refunded_cents > 0 ORDER BY id;
INSERT INTO payment_bookings (payment_id, kind, amount_cents, booked_at) SELECT id, 'refund_owed', -refund_owed_cents, paid_at FROM payments WHERE refund_owed_cents > 0 ORDER BY id;
INSERT INTO payment_bookings (payment_id, kind, amount_cents, booked_at) SELECT id, 'dispute', refunded_cents + refund_owed_cents - amount_cents, paid_at FROM payments WHERE dispute_status = 'lost' ORDER BY id;
UPDATE payments SET counted_cents = iif(dispute_status = 'lost', 0, amount_cents - refunded_cents - refund_owed_cents);
INSERT INTO day_totals (day, revenue_cents, returned_cents) SELECT date(booked_at, 'unixepoch'), sum(amount_cents), -sum(iif(kind = 'payment', 0, amount_cents)) FROM payment_bookings WHERE true GROUP BY 1 ON CONFLICT (day) DO UPDATE SET revenue_cents = excluded.revenue_cents, returned_cents = excluded.returned_cents;
INSERT INTO job_progress (job, through_id) SELECT 'sum-up-bookings', max(id) FROM payment_bookings HAVING max(id) IS NOT NULL;
INSERT INTO job_progress (job, through_id) SELECT 'compare-stripe', unixepoch() / 86400 FROM payment_bookings LIMIT 1;
INSERT INTO job_progress (job, through_id) SELECT 'compare-stripe-from', through_id + 1 FROM job_progress WHERE job = 'compare-stripe';
DROP TRIGGER IF EXISTS payout_queue_kept;
CREATE TRIGGER payout_queue_kept AFTER UPDATE OF version ON payout_queue BEGIN UPDATE payout_queue SET (net_cents, entries, oldest_at, is_premium, has_address) = ( SELECT coalesce(sum(p.cents), 0), count(p.member), coalesce(min(iif(p.cents > 0, p.at, NULL)), 0), u.role = 'premium' OR coalesce(max(p.is_premium), 0), EXISTS (SELECT 1 FROM payout_addresses a WHERE a.user_id = NEW.id AND a.email IS NOT NULL) FROM users u LEFT JOIN ( SELECT referrer_id AS member, amount_cents AS cents, created_at AS at, 0 AS is_premium FROM referral_commissions WHERE referrer_id = NEW.id AND status = 'pending' AND amount_cents <> 0 UNION ALL SELECT user_id, amount_cents, created_at, is_premium FROM treasure_chest_payouts WHERE user_id = NEW.id AND +status = 'pending' UNION ALL SELECT NEW.id, -sum(surplus_cents), NULL, 0 FROM payouts WHERE user_id = NEW.id AND surplus_cents <> 0 AND returned_at IS NULL HAVING sum(surplus_cents) <> 0 ) p ON p.member = u.id WHERE u.id = NEW.id ) WHERE id = NEW.id; END;
