-- The money came back. The run keeps what it paid, and says how much of that was returned.
CREATE TRIGGER payout_lines_returned AFTER UPDATE OF status ON payout_run_lines
WHEN OLD.status = 'paid' AND NEW.status = 'returned'
BEGIN
  UPDATE payout_runs SET returned_lines = returned_lines + 1, returned_cents = returned_cents + NEW.amount_cents, version = version + 1
  WHERE id = NEW.run_id;
END;
