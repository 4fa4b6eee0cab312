CREATE TABLE `contact_notes` (
	`id` integer PRIMARY KEY NOT NULL,
	`message_id` integer NOT NULL,
	`text` text NOT NULL,
	`admin_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `contact_messages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `contact_notes_message` ON `contact_notes` (`message_id`,`id`);
CREATE TABLE `contact_tags` (
	`tag` text NOT NULL,
	`message_id` integer NOT NULL,
	PRIMARY KEY(`tag`, `message_id`),
	FOREIGN KEY (`message_id`) REFERENCES `contact_messages`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `contact_tags_message` ON `contact_tags` (`message_id`);
CREATE TABLE `contact_viewers` (
	`message_id` integer NOT NULL,
	`admin_id` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`is_typing` integer NOT NULL,
	PRIMARY KEY(`message_id`, `admin_id`),
	FOREIGN KEY (`message_id`) REFERENCES `contact_messages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `contact_viewers_expiry` ON `contact_viewers` (`seen_at`);
CREATE TABLE `contact_words` (
	`word` text NOT NULL,
	`message_id` integer NOT NULL,
	PRIMARY KEY(`word`, `message_id`),
	FOREIGN KEY (`message_id`) REFERENCES `contact_messages`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `contact_words_message` ON `contact_words` (`message_id`);
CREATE TABLE `saved_replies` (
	`id` integer PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);

CREATE UNIQUE INDEX `saved_replies_title_unique` ON `saved_replies` (`title`);
DROP INDEX `contact_messages_open`;
DROP INDEX `contact_messages_order`;
DROP INDEX `contact_messages_state`;
ALTER TABLE `contact_messages` ADD `snoozed_until` integer;
ALTER TABLE `contact_messages` ADD `assignee_id` integer REFERENCES admins(id);
ALTER TABLE `contact_messages` ADD `latest_at` integer DEFAULT 0 NOT NULL;
ALTER TABLE `contact_messages` ADD `state` text GENERATED ALWAYS AS (iif(handled_at IS NULL, iif(snoozed_until IS NULL, 'open', 'snoozed'), iif(is_answered, 'waiting', 'closed'))) VIRTUAL;
CREATE INDEX `contact_messages_queue` ON `contact_messages` (`state`,`latest_at`);
CREATE INDEX `contact_messages_latest` ON `contact_messages` (`latest_at`);
CREATE INDEX `contact_messages_assignee` ON `contact_messages` (`assignee_id`,`latest_at`);
CREATE INDEX `contact_messages_snoozed` ON `contact_messages` (`snoozed_until`) WHERE snoozed_until IS NOT NULL;
CREATE INDEX `contact_messages_order` ON `contact_messages` ((state = 'open'),`id`);
CREATE INDEX `contact_messages_state` ON `contact_messages` (`state`,`created_at`);
ALTER TABLE `contact_replies` ADD `mail_key` text;
CREATE UNIQUE INDEX `contact_replies_mail` ON `contact_replies` (`mail_key`) WHERE mail_key IS NOT NULL;