-- A renewal that changes none of these writes nothing.
CREATE TRIGGER subscriptions_recounted AFTER UPDATE OF tier, status, price_cents, cancel_at_period_end, ended_at, end_requested_at, superseded_by_id
ON subscriptions
WHEN (OLD.tier, OLD.status, OLD.price_cents, OLD.cancel_at_period_end, OLD.ended_at, OLD.end_requested_at, OLD.superseded_by_id)
  IS NOT (NEW.tier, NEW.status, NEW.price_cents, NEW.cancel_at_period_end, NEW.ended_at, NEW.end_requested_at, NEW.superseded_by_id)
BEGIN
  UPDATE running_totals SET paying_basic = paying_basic - (OLD.tier = 'basic'), paying_premium = paying_premium - (OLD.tier = 'premium'),
    recurring_cents = recurring_cents - iif(OLD.cancel_at_period_end = 0, coalesce(OLD.price_cents, 0), 0)
    WHERE id = 1 AND OLD.status IN ('active', 'past_due', 'trialing') AND OLD.ended_at IS NULL AND OLD.end_requested_at IS NULL AND OLD.superseded_by_id IS NULL;
  UPDATE running_totals SET paying_basic = paying_basic + (NEW.tier = 'basic'), paying_premium = paying_premium + (NEW.tier = 'premium'),
    recurring_cents = recurring_cents + iif(NEW.cancel_at_period_end = 0, coalesce(NEW.price_cents, 0), 0)
    WHERE id = 1 AND NEW.status IN ('active', 'past_due', 'trialing') AND NEW.ended_at IS NULL AND NEW.end_requested_at IS NULL AND NEW.superseded_by_id IS NULL;
END;
