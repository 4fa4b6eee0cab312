-- Whoever was owed something before this was kept.
INSERT INTO payout_queue (id)
SELECT referrer_id FROM referral_commissions WHERE status = 'pending'
UNION SELECT user_id FROM treasure_chest_payouts WHERE status = 'pending';
--> statement-breakpoint
UPDATE payout_queue SET version = version + 1;
