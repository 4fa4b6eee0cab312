-- Who pays for a membership, and what that brings a year where it will renew.
CREATE TRIGGER subscriptions_counted AFTER INSERT ON subscriptions
WHEN NEW.status IN ('active', 'past_due', 'trialing') AND NEW.ended_at IS NULL AND NEW.end_requested_at IS NULL AND NEW.superseded_by_id IS NULL
BEGIN
  UPDATE running_totals SET paying_basic = paying_basic + (NEW.tier = 'basic'), paying_premium = paying_premium + (NEW.tier = 'premium'),
    recurring_cents = recurring_cents + iif(NEW.cancel_at_period_end = 0, coalesce(NEW.price_cents, 0), 0)
    WHERE id = 1;
END;
