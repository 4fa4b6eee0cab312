-- What is to be paid to all members now.
CREATE TRIGGER payout_queue_summed AFTER UPDATE OF net_cents, rank ON payout_queue
WHEN OLD.rank < 2 OR NEW.rank < 2
BEGIN
  UPDATE running_totals SET owed_cents = owed_cents + iif(NEW.rank < 2, NEW.net_cents, 0) - iif(OLD.rank < 2, OLD.net_cents, 0),
    owed_members = owed_members + (NEW.rank < 2) - (OLD.rank < 2) WHERE id = 1;
END;
