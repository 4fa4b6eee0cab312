CREATE TABLE `day_totals` (
	`day` text PRIMARY KEY NOT NULL,
	`sign_ups` integer DEFAULT 0 NOT NULL,
	`scans` integer DEFAULT 0 NOT NULL,
	`tokens_issued` integer DEFAULT 0 NOT NULL,
	`tokens_redeemed` integer DEFAULT 0 NOT NULL,
	`tokens_withdrawn` integer DEFAULT 0 NOT NULL,
	`revenue_cents` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `kept_totals` (
	`id` integer PRIMARY KEY NOT NULL,
	`members` integer DEFAULT 0 NOT NULL,
	`cards` integer DEFAULT 0 NOT NULL,
	`token_balance` integer DEFAULT 0 NOT NULL,
	`ledger_entries` integer DEFAULT 0 NOT NULL,
	`audit_entries` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "kept_totals_one_row" CHECK(id = 1)
);
--> statement-breakpoint
INSERT INTO kept_totals (id, members, cards, token_balance, ledger_entries, audit_entries)
SELECT 1,
  (SELECT count(*) FROM users WHERE erased_at IS NULL),
  (SELECT count(*) FROM cache_cards WHERE available_at IS NOT NULL),
  (SELECT coalesce(sum(amount), 0) FROM token_transactions),
  (SELECT count(*) FROM token_transactions),
  (SELECT count(*) FROM audit_log);
--> statement-breakpoint
INSERT INTO day_totals (day, scans, tokens_issued, tokens_redeemed, tokens_withdrawn)
SELECT date(created_at, 'unixepoch'),
  sum(type = 'scan'),
  sum(iif(type IN ('scan', 'owner_scan', 'placement', 'adjustment'), max(amount, 0), 0)),
  sum(iif(type IN ('redemption', 'refund'), -amount, 0)),
  sum(iif(type = 'reversal', -amount, iif(type = 'adjustment', max(-amount, 0), 0)))
FROM token_transactions WHERE true GROUP BY 1;
--> statement-breakpoint
INSERT INTO day_totals (day, sign_ups) SELECT date(created_at, 'unixepoch'), count(*) FROM users WHERE true GROUP BY 1
ON CONFLICT (day) DO UPDATE SET sign_ups = excluded.sign_ups;
--> statement-breakpoint
INSERT INTO day_totals (day, revenue_cents)
SELECT date(paid_at, 'unixepoch'), sum(iif(revoked_at IS NULL, amount_cents - refunded_cents, 0)) FROM payments WHERE true GROUP BY 1
ON CONFLICT (day) DO UPDATE SET revenue_cents = excluded.revenue_cents;
