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
DROP INDEX `print_orders_once`;
ALTER TABLE `print_orders` ADD `resend_of_id` integer REFERENCES print_orders(id);
ALTER TABLE `print_orders` ADD `resend_reason` text;
ALTER TABLE `print_orders` ADD `has_new_codes` integer DEFAULT false NOT NULL;
ALTER TABLE `print_orders` ADD `codes_replaced_at` integer;
CREATE UNIQUE INDEX `print_orders_resent_once` ON `print_orders` (`resend_of_id`) WHERE resend_of_id IS NOT NULL AND status <> 'cancelled';
CREATE UNIQUE INDEX `print_orders_once` ON `print_orders` (`order_id`,`environment`) WHERE order_id IS NOT NULL AND status <> 'cancelled' AND resend_of_id IS NULL;