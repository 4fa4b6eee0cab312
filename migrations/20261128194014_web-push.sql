CREATE TABLE `notification_choices` (
	`user_id` integer NOT NULL,
	`channel` text NOT NULL,
	`topic` text NOT NULL,
	PRIMARY KEY(`user_id`, `channel`, `topic`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);

INSERT INTO `notification_choices` (`user_id`, `channel`, `topic`) SELECT `user_id`, 'email', 'new_cards' FROM `card_watches`;

CREATE TABLE `push_messages` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`template` text NOT NULL,
	`payload` text NOT NULL,
	`subject` text NOT NULL,
	`cause` text,
	`status` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`remaining` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `push_messages_cause_unique` ON `push_messages` (`cause`);
CREATE INDEX `push_messages_due` ON `push_messages` (`status`,`next_attempt_at`) WHERE status IN ('queued', 'sending');
CREATE INDEX `push_messages_waiting` ON `push_messages` (`user_id`,`subject`) WHERE status = 'queued';
CREATE INDEX `push_messages_created` ON `push_messages` (`created_at`);
CREATE INDEX `push_messages_user` ON `push_messages` (`user_id`);
ALTER TABLE `sessions` ADD `push_endpoint` text;
ALTER TABLE `sessions` ADD `push_public_key` text;
ALTER TABLE `sessions` ADD `push_secret` text;
ALTER TABLE `sessions` ADD `push_since` integer;
CREATE UNIQUE INDEX `sessions_push` ON `sessions` (`push_endpoint`) WHERE push_endpoint IS NOT NULL;