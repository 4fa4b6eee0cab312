CREATE TABLE `admins` (
	`id` integer PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`password_hash` text NOT NULL,
	`password_is_temporary` integer DEFAULT false NOT NULL,
	`first_name` text,
	`last_name` text,
	`role` text DEFAULT 'admin' NOT NULL,
	`last_login_at` integer,
	`sign_ins_valid_from` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`disabled_at` integer,
	`version` integer DEFAULT 1 NOT NULL
);
CREATE TABLE `card_tiles` (
	`level` integer NOT NULL,
	`tile` integer NOT NULL,
	`cards` integer NOT NULL,
	PRIMARY KEY(`level`, `tile`)
) WITHOUT ROWID;
CREATE TABLE `passkey_challenges` (
	`hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
CREATE TABLE `users` (
	`id` integer PRIMARY KEY NOT NULL,
	`username` text,
	`username_key` text,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`email_verified_at` integer,
	`password_hash` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`role` text DEFAULT 'free' NOT NULL,
	`token_balance` integer DEFAULT 0 NOT NULL,
	`listed_tokens` integer DEFAULT 0 NOT NULL,
	`owed_tokens` integer DEFAULT 0 NOT NULL,
	`stripe_customer_id` text,
	`stripe_subscription_id` text,
	`auto_renew` integer DEFAULT true NOT NULL,
	`membership_expires_at` integer,
	`referral_code` text NOT NULL,
	`referred_by_id` integer,
	`treasure_keys` integer DEFAULT 0 NOT NULL,
	`community_keys` integer DEFAULT 0 NOT NULL,
	`keys_brought` integer DEFAULT 0 NOT NULL,
	`phone` text,
	`address` text,
	`city` text,
	`state` text,
	`zip` text,
	`country` text,
	`firebase_uid` text,
	`oauth_provider` text,
	`photo_url` text,
	`wants_optional_mail` integer DEFAULT true NOT NULL,
	`sign_ins_valid_from` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`last_login_at` integer,
	`deletion_requested_at` integer,
	`suspended_at` integer,
	`suspended_reason` text,
	`erased_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`registration_address_hash` text,
	FOREIGN KEY (`referred_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "users_token_balance_never_negative" CHECK(token_balance >= 0),
	CONSTRAINT "users_owed_tokens_never_negative" CHECK(owed_tokens >= 0),
	CONSTRAINT "users_keys_never_negative" CHECK(treasure_keys >= 0 AND community_keys >= 0 AND keys_brought >= 0),
	CONSTRAINT "users_suspended_with_reason" CHECK((suspended_at IS NULL) = (suspended_reason IS NULL)),
	CONSTRAINT "users_not_referred_by_self" CHECK(referred_by_id IS NULL OR referred_by_id <> id)
);
CREATE TABLE `alarms` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`began_at` integer NOT NULL,
	`ended_at` integer,
	`mailed_at` integer
);
CREATE TABLE `day_totals` (
	`day` text PRIMARY KEY NOT NULL,
	`sign_ups` integer DEFAULT 0 NOT NULL,
	`scans` integer DEFAULT 0 NOT NULL,
	`tokens_issued` integer DEFAULT 0 NOT NULL,
	`tokens_redeemed` integer DEFAULT 0 NOT NULL,
	`tokens_withdrawn` integer DEFAULT 0 NOT NULL,
	`revenue_cents` integer DEFAULT 0 NOT NULL,
	`first_entry_id` integer,
	`last_entry_id` integer
);
CREATE TABLE `idempotency_keys` (
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`response` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`scope`, `key`)
);
CREATE TABLE `job_progress` (
	`job` text PRIMARY KEY NOT NULL,
	`through_id` integer NOT NULL,
	`cursor` text
);
CREATE TABLE `job_retries` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_try_at` integer NOT NULL,
	`error` text,
	PRIMARY KEY(`kind`, `key`)
);
CREATE TABLE `job_runs` (
	`id` integer PRIMARY KEY NOT NULL,
	`job` text NOT NULL,
	`scheduled_for` integer NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`outcome` text,
	`error` text
);
CREATE TABLE `ledger_checks` (
	`id` integer PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`through_entry_id` integer NOT NULL,
	`running_balance` integer NOT NULL,
	`running_entries` integer NOT NULL,
	`issued` integer NOT NULL,
	`redeemed` integer NOT NULL,
	`withdrawn` integer NOT NULL,
	`last_user_id` integer DEFAULT 0 NOT NULL,
	`held` integer DEFAULT 0 NOT NULL,
	`ledger` integer DEFAULT 0 NOT NULL,
	`entries` integer DEFAULT 0 NOT NULL,
	`owed` integer DEFAULT 0 NOT NULL,
	`owed_ledger` integer DEFAULT 0 NOT NULL,
	`differing` integer DEFAULT 0 NOT NULL,
	`differences` text DEFAULT '[]' NOT NULL
);
CREATE TABLE `rate_counters` (
	`key` text NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`key`, `window_start`)
);
CREATE TABLE `running_totals` (
	`id` integer PRIMARY KEY NOT NULL,
	`sign_ups` integer DEFAULT 0 NOT NULL,
	`erased_members` integer DEFAULT 0 NOT NULL,
	`cards` integer DEFAULT 0 NOT NULL,
	`token_balance` integer DEFAULT 0 NOT NULL,
	`owed_cents` integer DEFAULT 0 NOT NULL,
	`owed_members` integer DEFAULT 0 NOT NULL,
	`paying_basic` integer DEFAULT 0 NOT NULL,
	`paying_premium` integer DEFAULT 0 NOT NULL,
	`recurring_cents` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "running_totals_one_row" CHECK(id = 1)
);
CREATE TABLE `unknown_values` (
	`list` text NOT NULL,
	`value` text NOT NULL,
	`row_id` integer NOT NULL,
	PRIMARY KEY(`list`, `value`)
);
CREATE TABLE `chest_months` (
	`month` text PRIMARY KEY NOT NULL,
	`last_user_id` integer DEFAULT 0 NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer
);
CREATE TABLE `database_restores` (
	`id` integer PRIMARY KEY NOT NULL,
	`restored_to` integer NOT NULL,
	`begun_at` integer NOT NULL,
	`payouts_compared_at` integer,
	`walk_begun_at` integer,
	`walked_at` integer
);
CREATE TABLE `admin_password_resets` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`admin_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `admin_sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`admin_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`last_used_at` integer,
	`proof_hash` text,
	`proved_at` integer,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "admin_sessions_proof" CHECK((proof_hash IS NULL) = (proved_at IS NULL))
);
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY NOT NULL,
	`admin_id` integer,
	`action` text NOT NULL,
	`entity_type` text NOT NULL,
	`entity_id` text NOT NULL,
	`user_id` integer,
	`before` text,
	`after` text,
	`reason` text,
	`address` text,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `member_notes` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`admin_id` integer NOT NULL,
	`text` text,
	`created_at` integer NOT NULL,
	`removed_at` integer,
	`removed_by_id` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`removed_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "member_notes_removed" CHECK((text IS NULL) = (removed_at IS NOT NULL) AND (removed_at IS NULL) = (removed_by_id IS NULL))
);
CREATE TABLE `card_allowances` (
	`user_id` integer NOT NULL,
	`day` text NOT NULL,
	`shown` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `card_anchors` (
	`user_id` integer NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `member_days` (
	`user_id` integer NOT NULL,
	`day` text NOT NULL,
	`rewarded_scans` integer DEFAULT 0 NOT NULL,
	`codeless_scans` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
CREATE TABLE `admin_passkeys` (
	`id` integer PRIMARY KEY NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`admin_id` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `admin_recovery_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`admin_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `admin_totp` (
	`admin_id` integer PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`last_step` integer DEFAULT 0 NOT NULL,
	`is_confirmed` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "admin_totp_step" CHECK(last_step >= 0)
);
CREATE TABLE `member_passkeys` (
	`id` integer PRIMARY KEY NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`user_id` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `card_watches` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`radius_km` integer NOT NULL,
	`next_at` integer NOT NULL,
	`after_arrival_id` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "card_watches_rounded" CHECK(round(latitude, 2) = latitude AND round(longitude, 2) = longitude),
	CONSTRAINT "card_watches_place" CHECK(abs(latitude) <= 90 AND abs(longitude) <= 180),
	CONSTRAINT "card_watches_radius" CHECK(radius_km > 0)
);
CREATE TABLE `digest_choices` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`frequency` text NOT NULL,
	`next_at` integer NOT NULL,
	`after_entry_id` integer NOT NULL,
	`after_report_id` integer NOT NULL,
	`told_through` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `one_time_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`user_agent` text,
	`country` text,
	`last_used_at` integer,
	`authenticated_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `sign_ins` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`outcome` text NOT NULL,
	`way` text NOT NULL,
	`at` integer NOT NULL,
	`user_agent` text,
	`country` text,
	`hour` integer NOT NULL,
	`count` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `user_auth_providers` (
	`user_id` integer NOT NULL,
	`provider` text NOT NULL,
	`provider_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `provider`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `contact_messages` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`message` text NOT NULL,
	`user_id` integer,
	`address_hash` text,
	`handled_at` integer,
	`handled_by_id` integer,
	`is_answered` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`handled_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "contact_messages_answered_is_handled" CHECK(is_answered = 0 OR handled_at IS NOT NULL)
);
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`user_id` integer,
	`template` text NOT NULL,
	`to_address` text NOT NULL,
	`payload` text NOT NULL,
	`cause` text,
	`status` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `orders` (
	`id` integer PRIMARY KEY NOT NULL,
	`reference` text DEFAULT (lower(hex(randomblob(10)))) NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`tier` text,
	`quantity` integer,
	`amount_cents` integer NOT NULL,
	`credit_cents` integer DEFAULT 0 NOT NULL,
	`currency` text DEFAULT 'usd' NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`stripe_payment_intent_id` text,
	`stripe_subscription_id` text,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`delivery` text,
	`shipping_address` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`paid_at` integer,
	`cancelled_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`next_check_at` integer,
	`sent_to_print_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_kind" CHECK((kind = 'membership') = (tier IS NOT NULL) AND (kind = 'cache_cards') = (quantity IS NOT NULL) AND (quantity IS NULL OR quantity > 0)),
	CONSTRAINT "orders_amounts" CHECK(amount_cents >= 0 AND credit_cents >= 0 AND refunded_cents BETWEEN 0 AND amount_cents)
);
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`object_id` text,
	`user_id` integer,
	`received_at` integer NOT NULL,
	`applied_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`error` text,
	`about` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `subscriptions` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`stripe_subscription_id` text NOT NULL,
	`tier` text NOT NULL,
	`status` text NOT NULL,
	`current_period_start` integer,
	`current_period_end` integer,
	`price_cents` integer,
	`cancel_at_period_end` integer DEFAULT false NOT NULL,
	`grace_until` integer,
	`ended_at` integer,
	`superseded_by_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`end_requested_at` integer,
	`next_check_at` integer,
	`renewal_told_for` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`superseded_by_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `payout_addresses` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`email` text,
	`confirmed_at` integer NOT NULL,
	`held_until` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `payout_runs` (
	`id` integer PRIMARY KEY NOT NULL,
	`request` text NOT NULL,
	`scope` text NOT NULL,
	`until` text,
	`status` text DEFAULT 'collecting' NOT NULL,
	`collected_to` integer DEFAULT 0 NOT NULL,
	`expected_lines` integer NOT NULL,
	`lines` integer DEFAULT 0 NOT NULL,
	`total_cents` integer DEFAULT 0 NOT NULL,
	`paid_lines` integer DEFAULT 0 NOT NULL,
	`out_lines` integer DEFAULT 0 NOT NULL,
	`returned_lines` integer DEFAULT 0 NOT NULL,
	`returned_cents` integer DEFAULT 0 NOT NULL,
	`files_version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by_id` integer NOT NULL,
	`approved_at` integer,
	`approved_by_id` integer,
	`paid_at` integer,
	`paid_by_id` integer,
	`cancelled_at` integer,
	`cancelled_by_id` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`created_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`approved_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paid_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cancelled_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `payout_tax_forms` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`received_on` text NOT NULL,
	`noted_at` integer NOT NULL,
	`noted_by_id` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`noted_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `payout_queue` (
	`id` integer PRIMARY KEY NOT NULL,
	`net_cents` integer DEFAULT 0 NOT NULL,
	`entries` integer DEFAULT 0 NOT NULL,
	`oldest_at` integer DEFAULT 0 NOT NULL,
	`is_premium` integer DEFAULT false NOT NULL,
	`is_withheld` integer DEFAULT false NOT NULL,
	`rank` integer GENERATED ALWAYS AS (iif(entries = 0, 3, iif(net_cents <= 0 OR is_withheld = 1, 2, iif(is_premium = 1, 0, 1)))) VIRTUAL NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `payouts` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`entries` integer NOT NULL,
	`reference` text NOT NULL,
	`request` text NOT NULL,
	`paid_at` integer NOT NULL,
	`paid_by_id` integer,
	`returned_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paid_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payouts_amount" CHECK(amount_cents > 0)
);
CREATE TABLE `key_events` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` integer NOT NULL,
	`amount` integer NOT NULL,
	`subject_id` integer NOT NULL,
	`other_id` integer DEFAULT 0 NOT NULL,
	`turn` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "key_events_amount" CHECK(amount <> 0),
	CONSTRAINT "key_events_subject" CHECK(subject_id <> 0)
);
CREATE TABLE `owed_token_events` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`amount` integer NOT NULL,
	`kind` integer NOT NULL,
	`reversal_kind` integer NOT NULL,
	`subject_id` integer NOT NULL,
	`turn` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "owed_token_events_amount" CHECK(amount <> 0 AND (kind <> 0 OR amount > 0))
);
CREATE TABLE `token_transactions` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`amount` integer NOT NULL,
	`kind` integer NOT NULL,
	`subject_id` integer NOT NULL,
	`other_id` integer DEFAULT 0 NOT NULL,
	`turn` integer DEFAULT 0 NOT NULL,
	`description` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "token_transactions_amount" CHECK(amount <> 0),
	CONSTRAINT "token_transactions_described" CHECK((description IS NULL) = (kind IN (0, 1)))
);
CREATE TABLE `vacation_certificates` (
	`id` integer PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`user_id` integer NOT NULL,
	`type` text NOT NULL,
	`tokens_redeemed` integer NOT NULL,
	`activation_link` text NOT NULL,
	`pdf_url` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`travel_plug_id` text,
	`booking_status` text DEFAULT 'none' NOT NULL,
	`holder_name` text,
	`created_at` integer NOT NULL,
	`activate_by` integer NOT NULL,
	`valid_until` integer NOT NULL,
	`activated_at` integer,
	`cancelled_at` integer,
	`cancelled_by_id` integer,
	`cancel_reason` text,
	`reminders_sent` text DEFAULT '[]' NOT NULL,
	`review` text DEFAULT 'none' NOT NULL,
	`review_signals` text DEFAULT '[]' NOT NULL,
	`review_question` text,
	`review_asked_at` integer,
	`reviewed_at` integer,
	`reviewed_by_id` integer,
	`review_reason` text,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cancelled_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reviewed_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "vacation_certificates_reviewed" CHECK((review <> 'waiting' OR status = 'active') AND (review <> 'refused' OR status = 'cancelled')),
	CONSTRAINT "vacation_certificates_tokens" CHECK(tokens_redeemed > 0)
);
CREATE TABLE `contact_replies` (
	`id` integer PRIMARY KEY NOT NULL,
	`message_id` integer NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`admin_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `contact_messages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "contact_replies_by" CHECK((kind = 'reply') = (admin_id IS NULL))
);
CREATE TABLE `membership_periods` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`tier` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`source` text NOT NULL,
	`subscription_id` integer,
	`cause` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "membership_periods_order" CHECK(ends_at >= starts_at)
);
CREATE TABLE `payments` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`order_id` integer,
	`subscription_id` integer,
	`stripe_payment_intent_id` text,
	`stripe_invoice_id` text,
	`amount_cents` integer NOT NULL,
	`balance_cents` integer DEFAULT 0 NOT NULL,
	`currency` text NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`dispute_status` text,
	`disputed_at` integer,
	`card_fingerprint` text,
	`description` text NOT NULL,
	`paid_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`period_start` integer,
	`period_end` integer,
	`revoked_at` integer,
	`refund_requested_at` integer,
	`counted_cents` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_amounts" CHECK(amount_cents >= 0 AND balance_cents >= 0 AND refunded_cents BETWEEN 0 AND amount_cents)
);
CREATE TABLE `print_orders` (
	`id` integer PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`order_id` integer,
	`requested_by_admin_id` integer,
	`environment` text NOT NULL,
	`card_size` text NOT NULL,
	`quantity` integer NOT NULL,
	`design_url` text,
	`quote_id` text,
	`quote` text,
	`submitted_at` integer,
	`printer_order_id` text,
	`price_cents` integer,
	`currency` text,
	`status` text DEFAULT 'draft' NOT NULL,
	`status_at` integer NOT NULL,
	`tracking` text,
	`error` text,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`requested_by_admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "print_orders_quantity" CHECK(quantity > 0)
);
CREATE TABLE `payout_run_lines` (
	`id` integer PRIMARY KEY NOT NULL,
	`run_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`address` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`entries` integer NOT NULL,
	`place` integer NOT NULL,
	`status` text DEFAULT 'in' NOT NULL,
	`reason` text,
	`out_version` integer,
	`payout_id` integer,
	FOREIGN KEY (`run_id`) REFERENCES `payout_runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payout_id`) REFERENCES `payouts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_run_lines_amount" CHECK(amount_cents > 0)
);
CREATE TABLE `referral_commissions` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text DEFAULT 'commission' NOT NULL,
	`referrer_id` integer NOT NULL,
	`referred_id` integer NOT NULL,
	`order_id` integer,
	`amount_cents` integer NOT NULL,
	`treasure_keys` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`reverses_id` integer,
	`held_reason` text,
	`paid_at` integer,
	`paid_by_id` integer,
	`payment_reference` text,
	`payout_id` integer,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`referrer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`referred_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reverses_id`) REFERENCES `referral_commissions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paid_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payout_id`) REFERENCES `payouts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "referral_commissions_kind" CHECK((kind = 'commission') = (reverses_id IS NULL) AND (kind <> 'commission' OR amount_cents >= 0) AND (kind <> 'reversal' OR amount_cents <= 0) AND (kind <> 'restoration' OR amount_cents > 0)),
	CONSTRAINT "referral_commissions_not_self" CHECK(referrer_id <> referred_id)
);
CREATE TABLE `treasure_chest_payouts` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`month` text NOT NULL,
	`chest_level` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`is_premium` integer NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`held_reason` text,
	`refused_at` integer,
	`paid_at` integer,
	`paid_by_id` integer,
	`payment_reference` text,
	`payout_id` integer,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paid_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payout_id`) REFERENCES `payouts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "treasure_chest_payouts_month" CHECK(month GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]'),
	CONSTRAINT "treasure_chest_payouts_level" CHECK(chest_level > 0 AND amount_cents > 0)
);
CREATE TABLE `review_decisions` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`admin_id` integer NOT NULL,
	`action` text NOT NULL,
	`reason` text NOT NULL,
	`certificate_id` integer,
	`members` integer NOT NULL,
	`undoes_id` integer,
	`undone_by_id` integer,
	`undone_at` integer,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`certificate_id`) REFERENCES `vacation_certificates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`undoes_id`) REFERENCES `review_decisions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`undone_by_id`) REFERENCES `review_decisions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "review_decisions_undoes" CHECK((action = 'undo') = (undoes_id IS NOT NULL) AND (undone_by_id IS NULL) = (undone_at IS NULL))
);
CREATE TABLE `cache_cards` (
	`id` integer PRIMARY KEY NOT NULL,
	`card_id` text NOT NULL,
	`code` text NOT NULL,
	`user_id` integer,
	`status` text DEFAULT 'ordered' NOT NULL,
	`location` text,
	`description` text,
	`latitude` real,
	`longitude` real,
	`visibility` text,
	`anchor_latitude` real,
	`anchor_longitude` real,
	`shown_latitude_e6` integer,
	`shown_longitude_e6` integer,
	`placed_date` integer,
	`placement_at` integer,
	`placement_confirmed_at` integer,
	`total_scans` integer DEFAULT 0 NOT NULL,
	`tokens_earned` integer DEFAULT 0 NOT NULL,
	`is_test` integer DEFAULT false NOT NULL,
	`is_owner_hidden` integer DEFAULT false NOT NULL,
	`is_on_map` integer GENERATED ALWAYS AS (shown_latitude_e6 IS NOT NULL AND status = 'active' AND placement_at IS NOT NULL AND available_at IS NOT NULL AND is_test = 0 AND user_id IS NOT NULL AND is_owner_hidden = 0) VIRTUAL,
	`map_key` integer GENERATED ALWAYS AS (iif(is_on_map, (min(shown_latitude_e6 + 90000000, 179999999) / 90000000 % 4 * 4 + min(shown_longitude_e6 + 180000000, 359999999) / 90000000 % 4) * 5184000000 + (min(shown_latitude_e6 + 90000000, 179999999) / 30000000 % 3 * 3 + min(shown_longitude_e6 + 180000000, 359999999) / 30000000 % 3) * 576000000 + (min(shown_latitude_e6 + 90000000, 179999999) / 10000000 % 3 * 3 + min(shown_longitude_e6 + 180000000, 359999999) / 10000000 % 3) * 64000000 + (min(shown_latitude_e6 + 90000000, 179999999) / 2000000 % 5 * 5 + min(shown_longitude_e6 + 180000000, 359999999) / 2000000 % 5) * 2560000 + (min(shown_latitude_e6 + 90000000, 179999999) / 1000000 % 2 * 2 + min(shown_longitude_e6 + 180000000, 359999999) / 1000000 % 2) * 640000 + (min(shown_latitude_e6 + 90000000, 179999999) / 500000 % 2 * 2 + min(shown_longitude_e6 + 180000000, 359999999) / 500000 % 2) * 160000 + (min(shown_latitude_e6 + 90000000, 179999999) / 100000 % 5 * 5 + min(shown_longitude_e6 + 180000000, 359999999) / 100000 % 5) * 6400 + (min(shown_latitude_e6 + 90000000, 179999999) / 50000 % 2 * 2 + min(shown_longitude_e6 + 180000000, 359999999) / 50000 % 2) * 1600 + (min(shown_latitude_e6 + 90000000, 179999999) / 25000 % 2 * 2 + min(shown_longitude_e6 + 180000000, 359999999) / 25000 % 2) * 400 + (min(shown_latitude_e6 + 90000000, 179999999) / 12500 % 2 * 2 + min(shown_longitude_e6 + 180000000, 359999999) / 12500 % 2) * 100 + (min(shown_latitude_e6 + 90000000, 179999999) / 6250 % 2 * 2 + min(shown_longitude_e6 + 180000000, 359999999) / 6250 % 2) * 25 + (min(shown_latitude_e6 + 90000000, 179999999) / 1250 % 5 * 5 + min(shown_longitude_e6 + 180000000, 359999999) / 1250 % 5) * 1, NULL)) VIRTUAL,
	`order_id` integer,
	`print_order_id` integer,
	`available_at` integer,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`print_order_id`) REFERENCES `print_orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cache_cards_card_id" CHECK(card_id GLOB 'TC-[0-9][0-9][0-9][0-9][0-9][0-9][0-9]'),
	CONSTRAINT "cache_cards_code" CHECK(length(code) > 0),
	CONSTRAINT "cache_cards_totals" CHECK(total_scans >= 0 AND tokens_earned >= 0),
	CONSTRAINT "cache_cards_coordinates" CHECK((latitude IS NULL) = (longitude IS NULL)),
	CONSTRAINT "cache_cards_anchor" CHECK((anchor_latitude IS NULL) = (anchor_longitude IS NULL)),
	CONSTRAINT "cache_cards_shown" CHECK((shown_latitude_e6 IS NULL) = (shown_longitude_e6 IS NULL) AND (shown_latitude_e6 IS NULL
        OR (visibility IS NOT NULL AND visibility <> 'hidden' AND latitude IS NOT NULL
          AND abs(shown_latitude_e6) <= 90000000 AND abs(shown_longitude_e6) <= 180000000))),
	CONSTRAINT "cache_cards_placement" CHECK(placement_confirmed_at IS NULL OR placement_at IS NOT NULL)
);
CREATE TABLE `print_events` (
	`id` integer PRIMARY KEY NOT NULL,
	`print_order_id` integer NOT NULL,
	`type` text NOT NULL,
	`item` text DEFAULT '' NOT NULL,
	`tracking` text,
	`message` text,
	`occurred_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	FOREIGN KEY (`print_order_id`) REFERENCES `print_orders`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `payout_run_entries` (
	`line_id` integer NOT NULL,
	`kind` text NOT NULL,
	`entry_id` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`is_live` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`line_id`, `kind`, `entry_id`),
	FOREIGN KEY (`line_id`) REFERENCES `payout_run_lines`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `order_refunds` (
	`id` integer PRIMARY KEY NOT NULL,
	`reference` text DEFAULT (lower(hex(randomblob(10)))) NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`order_id` integer NOT NULL,
	`payment_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`note` text NOT NULL,
	`state` text DEFAULT 'asked' NOT NULL,
	`stripe_refund_id` text,
	`error` text,
	`asked_at` integer NOT NULL,
	`asked_by_id` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`asked_by_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_refunds_amount" CHECK(amount_cents > 0)
);
CREATE TABLE `review_effects` (
	`id` integer PRIMARY KEY NOT NULL,
	`decision_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`entity_id` integer NOT NULL,
	`before` text NOT NULL,
	`taken` integer NOT NULL,
	`owed` integer NOT NULL,
	`kept` text,
	FOREIGN KEY (`decision_id`) REFERENCES `review_decisions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "review_effects_amounts" CHECK(taken >= 0 AND owed >= 0)
);
CREATE TABLE `card_reports` (
	`id` integer PRIMARY KEY NOT NULL,
	`card_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`mailbox_hash` text,
	`address_hash` text,
	FOREIGN KEY (`card_id`) REFERENCES `cache_cards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "card_reports_hashes" CHECK(closed_at IS NULL OR (mailbox_hash IS NULL AND address_hash IS NULL))
);
CREATE TABLE `card_scans` (
	`id` integer PRIMARY KEY NOT NULL,
	`card_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`scan_date` integer NOT NULL,
	`kind` integer NOT NULL,
	`tokens_earned` integer DEFAULT 1 NOT NULL,
	`source` integer NOT NULL,
	`code_was_right` integer NOT NULL,
	`is_awaiting_verification` integer DEFAULT false NOT NULL,
	`distance_m` integer,
	`accuracy_m` integer,
	`address_hash` text,
	`request_key` text,
	`taken_back_by` integer,
	FOREIGN KEY (`card_id`) REFERENCES `cache_cards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`taken_back_by`) REFERENCES `review_decisions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "card_scans_taken_back_pays" CHECK(taken_back_by IS NULL OR kind = 0),
	CONSTRAINT "card_scans_distance" CHECK((distance_m IS NULL) = (accuracy_m IS NULL) AND distance_m >= 0 AND accuracy_m >= 0),
	CONSTRAINT "card_scans_tokens" CHECK((kind = 0) = (tokens_earned > 0) AND tokens_earned >= 0)
);
CREATE TABLE `ownership_claims` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`card_id` integer NOT NULL,
	`proof_url` text NOT NULL,
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
CREATE TABLE `card_arrivals` (
	`id` integer PRIMARY KEY NOT NULL,
	`card_id` integer NOT NULL,
	FOREIGN KEY (`card_id`) REFERENCES `cache_cards`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `find_logs` (
	`id` integer PRIMARY KEY NOT NULL,
	`card_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`owner_id` integer NOT NULL,
	`text` text NOT NULL,
	`written_at` integer NOT NULL,
	`hidden_at` integer,
	FOREIGN KEY (`card_id`) REFERENCES `cache_cards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "find_logs_text" CHECK(length(text) > 0)
);
CREATE INDEX `admin_password_resets_admin` ON `admin_password_resets` (`admin_id`);
CREATE INDEX `admin_password_resets_expiry` ON `admin_password_resets` (`expires_at`);
CREATE INDEX `admin_sessions_admin` ON `admin_sessions` (`admin_id`);
CREATE INDEX `admin_sessions_expiry` ON `admin_sessions` (`expires_at`);
CREATE UNIQUE INDEX `admins_email_key_unique` ON `admins` (`email_key`);
CREATE INDEX `audit_log_entity` ON `audit_log` (`entity_type`,`entity_id`);
CREATE INDEX `audit_log_entity_type` ON `audit_log` (`entity_type`,`created_at`);
CREATE INDEX `audit_log_admin` ON `audit_log` (`admin_id`,`created_at`);
CREATE INDEX `audit_log_user` ON `audit_log` (`user_id`,`created_at`);
CREATE INDEX `audit_log_created` ON `audit_log` (`created_at`);
CREATE INDEX `member_notes_user` ON `member_notes` (`user_id`,`id`);
CREATE UNIQUE INDEX `cache_cards_card_id_unique` ON `cache_cards` (`card_id`);
CREATE INDEX `cache_cards_user` ON `cache_cards` (`user_id`,`id`);
CREATE INDEX `cache_cards_order` ON `cache_cards` (`order_id`);
CREATE INDEX `cache_cards_unasked` ON `cache_cards` (`user_id`,`placement_at`) WHERE placement_at IS NOT NULL AND visibility IS NULL;
CREATE INDEX `cache_cards_listed` ON `cache_cards` (`created_at`) WHERE available_at IS NOT NULL;
CREATE INDEX `cache_cards_listed_status` ON `cache_cards` (`status`,`created_at`) WHERE available_at IS NOT NULL;
CREATE INDEX `cache_cards_map` ON `cache_cards` (`map_key`,`shown_latitude_e6`,`shown_longitude_e6`,`user_id`,`visibility`,`location`) WHERE map_key IS NOT NULL;
CREATE INDEX `cache_cards_test` ON `cache_cards` (`created_at`) WHERE is_test = 1;
CREATE INDEX `card_allowances_day` ON `card_allowances` (`day`);
CREATE UNIQUE INDEX `card_allowances_key` ON `card_allowances` (`user_id`,`day`);
CREATE UNIQUE INDEX `card_anchors_key` ON `card_anchors` (`user_id`,`latitude`,`longitude`);
CREATE UNIQUE INDEX `card_reports_open` ON `card_reports` (`card_id`,`user_id`) WHERE closed_at IS NULL;
CREATE INDEX `card_reports_user` ON `card_reports` (`user_id`);
CREATE INDEX `card_reports_card` ON `card_reports` (`card_id`,`id`);
CREATE INDEX `card_reports_hashed` ON `card_reports` (`created_at`) WHERE mailbox_hash IS NOT NULL;
CREATE UNIQUE INDEX `card_scans_once` ON `card_scans` (`user_id`,`card_id`) WHERE kind <> 2;
CREATE INDEX `card_scans_own` ON `card_scans` (`user_id`) WHERE kind = 2;
CREATE UNIQUE INDEX `card_scans_request` ON `card_scans` (`user_id`,`request_key`) WHERE request_key IS NOT NULL;
CREATE INDEX `card_scans_card` ON `card_scans` (`card_id`);
CREATE INDEX `card_scans_awaiting_verification` ON `card_scans` (`user_id`) WHERE is_awaiting_verification = 1;
CREATE INDEX `card_scans_taken_back` ON `card_scans` (`card_id`,`taken_back_by`) WHERE taken_back_by IS NOT NULL;
CREATE UNIQUE INDEX `ownership_claims_pending` ON `ownership_claims` (`user_id`,`card_id`) WHERE status = 'pending';
CREATE INDEX `ownership_claims_user` ON `ownership_claims` (`user_id`,`id`);
CREATE INDEX `ownership_claims_card` ON `ownership_claims` (`card_id`);
CREATE INDEX `ownership_claims_status` ON `ownership_claims` (`status`,`created_at`);
CREATE INDEX `ownership_claims_created` ON `ownership_claims` (`created_at`);
CREATE INDEX `ownership_claims_queue` ON `ownership_claims` ((status = 'pending') * (2 * id - 1000000000000) - id);
CREATE UNIQUE INDEX `admin_passkeys_credential_id_unique` ON `admin_passkeys` (`credential_id`);
CREATE INDEX `admin_passkeys_admin` ON `admin_passkeys` (`admin_id`);
CREATE INDEX `admin_recovery_codes_admin` ON `admin_recovery_codes` (`admin_id`);
CREATE UNIQUE INDEX `member_passkeys_credential_id_unique` ON `member_passkeys` (`credential_id`);
CREATE INDEX `member_passkeys_user` ON `member_passkeys` (`user_id`);
CREATE INDEX `passkey_challenges_expiry` ON `passkey_challenges` (`expires_at`);
CREATE UNIQUE INDEX `card_arrivals_once` ON `card_arrivals` (`card_id`);
CREATE INDEX `card_watches_due` ON `card_watches` (`next_at`);
CREATE INDEX `digest_choices_due` ON `digest_choices` (`next_at`);
CREATE UNIQUE INDEX `find_logs_once` ON `find_logs` (`card_id`,`user_id`);
CREATE INDEX `find_logs_user` ON `find_logs` (`user_id`);
CREATE INDEX `find_logs_card` ON `find_logs` (`card_id`,`written_at`);
CREATE INDEX `find_logs_owner` ON `find_logs` (`owner_id`,`written_at`);
CREATE INDEX `one_time_links_user` ON `one_time_links` (`user_id`,`purpose`);
CREATE INDEX `one_time_links_expiry` ON `one_time_links` (`expires_at`);
CREATE UNIQUE INDEX `one_time_links_pending_change` ON `one_time_links` (`user_id`) WHERE purpose = 'change_email' AND used_at IS NULL;
CREATE INDEX `one_time_links_way_back` ON `one_time_links` (lower(email)) WHERE purpose = 'undo_email_change' AND used_at IS NULL;
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);
CREATE INDEX `sign_ins_user` ON `sign_ins` (`user_id`,`at`);
CREATE INDEX `sign_ins_expiry` ON `sign_ins` (`at`);
CREATE UNIQUE INDEX `sign_ins_counted` ON `sign_ins` (`user_id`,`outcome`,`way`,`hour`) WHERE outcome <> 'opened';
CREATE UNIQUE INDEX `user_auth_providers_subject` ON `user_auth_providers` (`provider`,`provider_id`);
CREATE UNIQUE INDEX `users_username_key_unique` ON `users` (`username_key`);
CREATE UNIQUE INDEX `users_email_key_unique` ON `users` (`email_key`);
CREATE UNIQUE INDEX `users_stripe_customer_id_unique` ON `users` (`stripe_customer_id`);
CREATE UNIQUE INDEX `users_stripe_subscription_id_unique` ON `users` (`stripe_subscription_id`);
CREATE UNIQUE INDEX `users_referral_code_unique` ON `users` (`referral_code`);
CREATE UNIQUE INDEX `users_firebase_uid_unique` ON `users` (`firebase_uid`);
CREATE INDEX `users_membership_ends` ON `users` (`membership_expires_at`) WHERE role <> 'free';
CREATE INDEX `users_referred_by` ON `users` (`referred_by_id`);
CREATE INDEX `users_last_name` ON `users` (lower(last_name)) WHERE last_name IS NOT NULL AND erased_at IS NULL;
CREATE INDEX `users_created` ON `users` (`created_at`);
CREATE INDEX `users_listed_tokens` ON `users` (`listed_tokens`) WHERE erased_at IS NULL;
CREATE INDEX `users_owed` ON `users` (`created_at`) WHERE owed_tokens > 0;
CREATE INDEX `users_leaving` ON `users` (`created_at`) WHERE deletion_requested_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX `users_suspended` ON `users` (`created_at`) WHERE suspended_at IS NOT NULL;
CREATE INDEX `users_role_created` ON `users` (`role`,`created_at`);
CREATE INDEX `users_deletion_requested` ON `users` (`deletion_requested_at`) WHERE deletion_requested_at IS NOT NULL AND erased_at IS NULL;
CREATE UNIQUE INDEX `alarms_standing` ON `alarms` (`kind`,`subject`) WHERE ended_at IS NULL;
CREATE INDEX `alarms_mailed` ON `alarms` (`mailed_at`);
CREATE INDEX `alarms_expiry` ON `alarms` (`ended_at`);
CREATE INDEX `contact_messages_open` ON `contact_messages` (`handled_at`,`id`);
CREATE INDEX `contact_messages_order` ON `contact_messages` ((handled_at IS NULL),`id`);
CREATE INDEX `contact_messages_state` ON `contact_messages` ((handled_at IS NOT NULL),`created_at`);
CREATE INDEX `contact_messages_created` ON `contact_messages` (`created_at`);
CREATE INDEX `contact_messages_user` ON `contact_messages` (`user_id`);
CREATE INDEX `contact_messages_hashed` ON `contact_messages` (`created_at`) WHERE address_hash IS NOT NULL;
CREATE INDEX `contact_messages_email` ON `contact_messages` (lower(email));
CREATE INDEX `contact_replies_message` ON `contact_replies` (`message_id`,`id`);
CREATE INDEX `idempotency_keys_expiry` ON `idempotency_keys` (`expires_at`);
CREATE INDEX `job_retries_due` ON `job_retries` (`kind`,`next_try_at`);
CREATE INDEX `job_retries_failed` ON `job_retries` (`kind`) WHERE error IS NOT NULL;
CREATE INDEX `job_runs_job` ON `job_runs` (`job`,`id`);
CREATE INDEX `job_runs_expiry` ON `job_runs` (`scheduled_for`);
CREATE INDEX `job_runs_well` ON `job_runs` (`job`,`scheduled_for`) WHERE outcome = 'done';
CREATE UNIQUE INDEX `outbox_message_id_unique` ON `outbox` (`message_id`);
CREATE UNIQUE INDEX `outbox_cause_unique` ON `outbox` (`cause`);
CREATE INDEX `outbox_due` ON `outbox` (`status`,`next_attempt_at`);
CREATE INDEX `outbox_unsent` ON `outbox` (`status`,`created_at`) WHERE status <> 'sent';
CREATE INDEX `outbox_created` ON `outbox` (`created_at`);
CREATE INDEX `outbox_user` ON `outbox` (`user_id`);
CREATE INDEX `outbox_gone` ON `outbox` (`created_at`) WHERE status = 'sent' AND to_address <> '';
CREATE INDEX `outbox_news` ON `outbox` (`created_at`) WHERE template IN ('card_digest', 'new_cards') AND payload <> '{}';
CREATE INDEX `rate_counters_expiry` ON `rate_counters` (`expires_at`);
CREATE UNIQUE INDEX `membership_periods_cause_unique` ON `membership_periods` (`cause`);
CREATE INDEX `membership_periods_user` ON `membership_periods` (`user_id`,`ends_at`);
CREATE INDEX `membership_periods_span` ON `membership_periods` (`ends_at`,`starts_at`);
CREATE INDEX `membership_periods_start` ON `membership_periods` (`starts_at`);
CREATE INDEX `membership_periods_subscription` ON `membership_periods` (`subscription_id`);
CREATE UNIQUE INDEX `orders_reference_unique` ON `orders` (`reference`);
CREATE UNIQUE INDEX `orders_stripe_payment_intent_id_unique` ON `orders` (`stripe_payment_intent_id`);
CREATE UNIQUE INDEX `orders_stripe_subscription_id_unique` ON `orders` (`stripe_subscription_id`);
CREATE INDEX `orders_created` ON `orders` (`created_at`);
CREATE INDEX `orders_newest_of_status` ON `orders` (`status`,`created_at`);
CREATE INDEX `orders_newest_of_kind` ON `orders` (`kind`,`created_at`);
CREATE INDEX `orders_to_print` ON `orders` (`delivery`,`status`,`created_at`) WHERE sent_to_print_at IS NULL;
CREATE INDEX `orders_memberships` ON `orders` (`user_id`) WHERE kind = 'membership' AND status <> 'cancelled';
CREATE INDEX `orders_next_check` ON `orders` (`next_check_at`) WHERE status = 'open';
CREATE UNIQUE INDEX `orders_one_open_membership` ON `orders` (`user_id`,`tier`) WHERE status = 'open' AND kind = 'membership';
CREATE UNIQUE INDEX `orders_one_open_cards` ON `orders` (`user_id`,`quantity`) WHERE status = 'open' AND kind = 'cache_cards';
CREATE INDEX `orders_user` ON `orders` (`user_id`,`id`);
CREATE INDEX `orders_status` ON `orders` (`status`,`expires_at`);
CREATE INDEX `orders_paid` ON `orders` (`paid_at`);
CREATE UNIQUE INDEX `payments_stripe_payment_intent_id_unique` ON `payments` (`stripe_payment_intent_id`);
CREATE UNIQUE INDEX `payments_stripe_invoice_id_unique` ON `payments` (`stripe_invoice_id`);
CREATE INDEX `payments_uncounted` ON `payments` (`id`) WHERE counted_cents <> iif(revoked_at IS NULL, amount_cents - refunded_cents, 0);
CREATE INDEX `payments_memberships` ON `payments` (`user_id`) WHERE subscription_id IS NOT NULL;
CREATE INDEX `payments_refund_requested` ON `payments` (`refund_requested_at`) WHERE refund_requested_at IS NOT NULL AND revoked_at IS NULL;
CREATE INDEX `payments_user` ON `payments` (`user_id`,`id`);
CREATE INDEX `payments_order` ON `payments` (`order_id`);
CREATE INDEX `payments_subscription` ON `payments` (`subscription_id`);
CREATE INDEX `payments_card` ON `payments` (`card_fingerprint`);
CREATE INDEX `payments_paid` ON `payments` (`paid_at`);
CREATE UNIQUE INDEX `print_events_once` ON `print_events` (`print_order_id`,`type`,`item`,`occurred_at`);
CREATE UNIQUE INDEX `print_orders_reference_unique` ON `print_orders` (`reference`);
CREATE INDEX `print_orders_order` ON `print_orders` (`order_id`,`created_at`);
CREATE UNIQUE INDEX `print_orders_once` ON `print_orders` (`order_id`,`environment`) WHERE order_id IS NOT NULL AND status <> 'cancelled';
CREATE INDEX `print_orders_printer` ON `print_orders` (`printer_order_id`) WHERE printer_order_id IS NOT NULL;
CREATE INDEX `print_orders_quote` ON `print_orders` (`quote_id`) WHERE quote_id IS NOT NULL;
CREATE INDEX `print_orders_status` ON `print_orders` (`status`,`id`);
CREATE INDEX `print_orders_unanswered` ON `print_orders` (`submitted_at`) WHERE status = 'draft' AND submitted_at IS NOT NULL;
CREATE INDEX `stripe_events_applied` ON `stripe_events` (`applied_at`) WHERE applied_at IS NOT NULL;
CREATE INDEX `stripe_events_waiting` ON `stripe_events` (`received_at`) WHERE applied_at IS NULL;
CREATE INDEX `stripe_events_user` ON `stripe_events` (`user_id`);
CREATE INDEX `stripe_events_object` ON `stripe_events` (`object_id`);
CREATE UNIQUE INDEX `subscriptions_stripe_subscription_id_unique` ON `subscriptions` (`stripe_subscription_id`);
CREATE INDEX `subscriptions_renewal_untold` ON `subscriptions` (`current_period_end`) WHERE status = 'active' AND cancel_at_period_end = 0 AND end_requested_at IS NULL AND renewal_told_for IS NOT current_period_end;
CREATE INDEX `subscriptions_next_check` ON `subscriptions` (`next_check_at`) WHERE next_check_at IS NOT NULL;
CREATE INDEX `subscriptions_user` ON `subscriptions` (`user_id`);
CREATE INDEX `subscriptions_status` ON `subscriptions` (`status`,`current_period_end`);
CREATE INDEX `subscriptions_grace` ON `subscriptions` (`grace_until`) WHERE grace_until IS NOT NULL;
CREATE INDEX `subscriptions_paying` ON `subscriptions` (`tier`,`cancel_at_period_end`,`price_cents`) WHERE status IN ('active', 'past_due', 'trialing') AND ended_at IS NULL AND end_requested_at IS NULL AND superseded_by_id IS NULL;
CREATE INDEX `payout_addresses_email` ON `payout_addresses` (lower(email));
CREATE UNIQUE INDEX `payout_run_entries_once` ON `payout_run_entries` (`kind`,`entry_id`) WHERE is_live = 1;
CREATE UNIQUE INDEX `payout_run_lines_payout_id_unique` ON `payout_run_lines` (`payout_id`);
CREATE UNIQUE INDEX `payout_run_lines_member` ON `payout_run_lines` (`run_id`,`user_id`);
CREATE UNIQUE INDEX `payout_run_lines_open` ON `payout_run_lines` (`user_id`) WHERE status = 'in';
CREATE INDEX `payout_run_lines_user` ON `payout_run_lines` (`user_id`);
CREATE INDEX `payout_run_lines_run` ON `payout_run_lines` (`run_id`,`status`,`place`,`id`);
CREATE INDEX `payout_run_lines_listed` ON `payout_run_lines` (`run_id`,`place`,`id`);
CREATE UNIQUE INDEX `payout_runs_request_unique` ON `payout_runs` (`request`);
CREATE UNIQUE INDEX `database_restores_restored_to_unique` ON `database_restores` (`restored_to`);
CREATE INDEX `payout_queue_order` ON `payout_queue` (`rank`,`oldest_at`,`id`);
CREATE INDEX `payout_queue_owed` ON `payout_queue` (`id`) WHERE rank < 2;
CREATE UNIQUE INDEX `payouts_once` ON `payouts` (`request`,`user_id`);
CREATE INDEX `payouts_user` ON `payouts` (`user_id`,`id`);
CREATE INDEX `payouts_paid` ON `payouts` (`paid_at`);
CREATE INDEX `payouts_reference` ON `payouts` (`reference`);
CREATE UNIQUE INDEX `referral_commissions_reverses_id_unique` ON `referral_commissions` (`reverses_id`);
CREATE UNIQUE INDEX `referral_commissions_once` ON `referral_commissions` (`referred_id`) WHERE kind = 'commission';
CREATE INDEX `referral_commissions_referred` ON `referral_commissions` (`referred_id`);
CREATE INDEX `referral_commissions_referrer` ON `referral_commissions` (`referrer_id`,`id`);
CREATE INDEX `referral_commissions_member` ON `referral_commissions` (`referrer_id`,`created_at`);
CREATE INDEX `referral_commissions_status` ON `referral_commissions` (`status`,`created_at`);
CREATE INDEX `referral_commissions_created` ON `referral_commissions` (`created_at`);
CREATE INDEX `referral_commissions_pending` ON `referral_commissions` (`referrer_id`) WHERE status = 'pending' AND amount_cents <> 0;
CREATE INDEX `referral_commissions_to_pay` ON `referral_commissions` (`created_at`) WHERE status = 'pending' AND amount_cents <> 0;
CREATE INDEX `referral_commissions_payout` ON `referral_commissions` (`payout_id`) WHERE payout_id IS NOT NULL;
CREATE UNIQUE INDEX `treasure_chest_payouts_once` ON `treasure_chest_payouts` (`user_id`,`month`);
CREATE INDEX `treasure_chest_payouts_queue` ON `treasure_chest_payouts` (`status`,`created_at`);
CREATE INDEX `treasure_chest_payouts_created` ON `treasure_chest_payouts` (`created_at`);
CREATE INDEX `treasure_chest_payouts_payout` ON `treasure_chest_payouts` (`payout_id`) WHERE payout_id IS NOT NULL;
CREATE UNIQUE INDEX `order_refunds_reference_unique` ON `order_refunds` (`reference`);
CREATE UNIQUE INDEX `order_refunds_stripe_refund_id_unique` ON `order_refunds` (`stripe_refund_id`);
CREATE UNIQUE INDEX `order_refunds_one_asked` ON `order_refunds` (`payment_id`) WHERE state = 'asked';
CREATE INDEX `order_refunds_unanswered` ON `order_refunds` (`asked_at`) WHERE state = 'asked';
CREATE INDEX `order_refunds_order` ON `order_refunds` (`order_id`,`id`);
CREATE INDEX `order_refunds_user` ON `order_refunds` (`user_id`);
CREATE UNIQUE INDEX `review_decisions_key_unique` ON `review_decisions` (`key`);
CREATE UNIQUE INDEX `review_decisions_undoes_id_unique` ON `review_decisions` (`undoes_id`);
CREATE INDEX `review_decisions_action` ON `review_decisions` (`action`,`created_at`);
CREATE INDEX `review_decisions_created` ON `review_decisions` (`created_at`);
CREATE UNIQUE INDEX `review_effects_once` ON `review_effects` (`decision_id`,`kind`,`entity_id`);
CREATE INDEX `review_effects_entity` ON `review_effects` (`kind`,`entity_id`);
CREATE INDEX `review_effects_user` ON `review_effects` (`user_id`,`kind`);
CREATE UNIQUE INDEX `key_events_once` ON `key_events` (`user_id`,`kind`,`subject_id`,`other_id`,`turn`);
CREATE INDEX `key_events_user` ON `key_events` (`user_id`,`created_at`);
CREATE UNIQUE INDEX `owed_token_events_once` ON `owed_token_events` (`user_id`,`reversal_kind`,`subject_id`,`kind`,`turn`);
CREATE INDEX `owed_token_events_user` ON `owed_token_events` (`user_id`);
CREATE UNIQUE INDEX `token_transactions_once` ON `token_transactions` (`user_id`,`kind`,`subject_id`,`other_id`,`turn`);
CREATE INDEX `token_transactions_user` ON `token_transactions` (`user_id`);
CREATE INDEX `token_transactions_rare` ON `token_transactions` ((kind - (kind = 7))) WHERE kind NOT IN (0, 1);
CREATE UNIQUE INDEX `vacation_certificates_number_unique` ON `vacation_certificates` (`number`);
CREATE INDEX `vacation_certificates_user` ON `vacation_certificates` (`user_id`,`created_at`);
CREATE INDEX `vacation_certificates_deadline` ON `vacation_certificates` (`status`,`activate_by`);
CREATE UNIQUE INDEX `vacation_certificates_travel` ON `vacation_certificates` (`travel_plug_id`);
CREATE INDEX `vacation_certificates_created` ON `vacation_certificates` (`created_at`);
CREATE INDEX `vacation_certificates_status` ON `vacation_certificates` (`status`,`created_at`);
CREATE INDEX `vacation_certificates_review` ON `vacation_certificates` (`review`,`created_at`);
CREATE INDEX `vacation_certificates_activate_by` ON `vacation_certificates` (`activate_by`,`id`);
CREATE INDEX `vacation_certificates_failed` ON `vacation_certificates` (`created_at`) WHERE booking_status = 'failed';
CREATE INDEX `vacation_certificates_waiting` ON `vacation_certificates` (`created_at`) WHERE booking_status = 'waiting';
INSERT INTO running_totals (id) VALUES (1);
CREATE INDEX users_name ON users (lower(coalesce(first_name || ' ' || last_name, username, email))) WHERE erased_at IS NULL;
CREATE INDEX print_events_tracking ON print_events (upper(replace(replace(tracking, ' ', ''), '-', ''))) WHERE tracking IS NOT NULL;
