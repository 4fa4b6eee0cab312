-- What a member is owed follows from their pending rows, whenever a trigger below touches the version. The plus keeps SQLite
-- from going through everybody's pending chests: a member's own are few.
CREATE TRIGGER payout_queue_kept AFTER UPDATE OF version ON payout_queue
BEGIN
  UPDATE payout_queue SET (net_cents, entries, oldest_at, rank) = (
    SELECT coalesce(sum(p.cents), 0), count(p.member), coalesce(min(iif(p.cents > 0, p.at, NULL)), 0),
      iif(count(p.member) = 0, 3,
        iif(sum(p.cents) <= 0 OR u.deletion_requested_at IS NOT NULL OR u.suspended_at IS NOT NULL, 2, iif(u.role = 'premium' OR max(p.is_premium) = 1, 0, 1)))
    FROM users u LEFT JOIN (
      SELECT referrer_id AS member, amount_cents AS cents, created_at AS at, 0 AS is_premium
      FROM referral_commissions WHERE referrer_id = NEW.id AND status = 'pending' AND amount_cents <> 0
      UNION ALL
      SELECT user_id, amount_cents, created_at, is_premium FROM treasure_chest_payouts WHERE user_id = NEW.id AND +status = 'pending'
    ) p ON p.member = u.id
    WHERE u.id = NEW.id
  ) WHERE id = NEW.id;
END;
