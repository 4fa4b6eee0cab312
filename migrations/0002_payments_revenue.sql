-- What is paid counts on the day it was paid.
CREATE TRIGGER payments_revenue AFTER INSERT ON payments
BEGIN
  INSERT INTO day_totals (day, revenue_cents)
  VALUES (date(NEW.paid_at, 'unixepoch'), iif(NEW.revoked_at IS NULL, NEW.amount_cents - NEW.refunded_cents, 0))
  ON CONFLICT (day) DO UPDATE SET revenue_cents = revenue_cents + excluded.revenue_cents;
END;
