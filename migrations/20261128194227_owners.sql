ALTER TABLE `cache_cards` ADD `checked_at` integer;
ALTER TABLE `cache_cards` ADD `used_for` text;
ALTER TABLE `find_logs` ADD `thanked_at` integer;
ALTER TABLE `find_logs` ADD `thanks_seen_at` integer;
CREATE INDEX `find_logs_new_thanks` ON `find_logs` (`user_id`) WHERE thanked_at IS NOT NULL AND thanks_seen_at IS NULL;
PRAGMA defer_foreign_keys=ON;
CREATE TABLE ownership_claims_copy AS SELECT * FROM ownership_claims;
DROP TABLE ownership_claims;
CREATE TABLE `ownership_claims` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`card_id` integer NOT NULL,
	`proof_url` text,
	`status` text DEFAULT 'pending' NOT NULL,
	`admin_comment` text,
	`decided_by_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`card_id`) REFERENCES `cache_cards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ownership_claims_proof" CHECK(proof_url LIKE 'https://%')
);
INSERT INTO ownership_claims (id, user_id, card_id, proof_url, status, admin_comment, decided_by_id, created_at, updated_at, version) SELECT id, user_id, card_id, proof_url, status, admin_comment, decided_by_id, created_at, updated_at, version FROM ownership_claims_copy;
DROP TABLE ownership_claims_copy;
CREATE UNIQUE INDEX `ownership_claims_pending` ON `ownership_claims` (`user_id`,`card_id`) WHERE status = 'pending';
CREATE INDEX `ownership_claims_user` ON `ownership_claims` (`user_id`,`id`);
CREATE INDEX `ownership_claims_card` ON `ownership_claims` (`card_id`);
CREATE INDEX `ownership_claims_status` ON `ownership_claims` (`status`,`created_at`);
CREATE INDEX `ownership_claims_created` ON `ownership_claims` (`created_at`);
CREATE INDEX `ownership_claims_queue` ON `ownership_claims` ((status = 'pending') * (2 * id - 1000000000000) - id);
DROP TRIGGER IF EXISTS cache_cards_new_owner;
CREATE TRIGGER cache_cards_new_owner AFTER UPDATE OF user_id ON cache_cards WHEN NEW.user_id IS NOT OLD.user_id BEGIN UPDATE cache_cards SET location = NULL, description = NULL, latitude = NULL, longitude = NULL, placement_at = NULL, placement_confirmed_at = NULL, checked_at = NULL, has_changed_owner = 1, visibility = NULL, anchor_latitude = NULL, anchor_longitude = NULL, shown_latitude_e6 = NULL, shown_longitude_e6 = NULL, is_owner_hidden = EXISTS (SELECT 1 FROM users u WHERE u.id = NEW.user_id AND (u.suspended_at IS NOT NULL OR u.deletion_requested_at IS NOT NULL)) WHERE id = NEW.id; END;
