ALTER TABLE `payout_addresses` ADD `mailbox_hash` text;
CREATE INDEX `payout_addresses_hash` ON `payout_addresses` (`mailbox_hash`);
ALTER TABLE `payouts` ADD `mailbox_hash` text;
CREATE INDEX `payouts_mailbox` ON `payouts` (`mailbox_hash`) WHERE mailbox_hash IS NOT NULL;
CREATE INDEX `payouts_hashed` ON `payouts` (`paid_at`) WHERE mailbox_hash IS NOT NULL;