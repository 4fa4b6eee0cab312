-- What goes back is taken from the day on which it was paid.
CREATE TRIGGER payments_revenue_returned AFTER UPDATE OF amount_cents, refunded_cents, revoked_at ON payments
BEGIN
  UPDATE day_totals SET revenue_cents = revenue_cents
      - iif(OLD.revoked_at IS NULL, OLD.amount_cents - OLD.refunded_cents, 0)
      + iif(NEW.revoked_at IS NULL, NEW.amount_cents - NEW.refunded_cents, 0)
    WHERE day = date(NEW.paid_at, 'unixepoch');
END;
