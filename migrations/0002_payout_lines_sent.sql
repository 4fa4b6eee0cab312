-- Taken out, but in a file that PayPal has paid: it counts with its run again.
CREATE TRIGGER payout_lines_sent AFTER UPDATE OF status ON payout_run_lines
WHEN OLD.status = 'out' AND NEW.status = 'paid'
BEGIN
  UPDATE payout_runs SET lines = lines + 1, total_cents = total_cents + NEW.amount_cents, out_lines = out_lines - 1,
    paid_lines = paid_lines + 1, version = version + 1 WHERE id = NEW.run_id;
END;
