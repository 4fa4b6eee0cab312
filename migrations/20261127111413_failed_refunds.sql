DROP INDEX `payments_uncounted`;
ALTER TABLE `payments` ADD `refund_failed_cents` integer DEFAULT 0 NOT NULL;
ALTER TABLE `payments` ADD `refund_owed_cents` integer DEFAULT 0 NOT NULL;
CREATE INDEX `payments_uncounted` ON `payments` (`id`) WHERE counted_cents <> iif(dispute_status = 'lost', 0, amount_cents - refunded_cents - refund_owed_cents);