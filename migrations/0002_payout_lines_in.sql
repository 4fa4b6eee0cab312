-- A run counts its lines and what they come to.
CREATE TRIGGER payout_lines_in AFTER INSERT ON payout_run_lines
BEGIN
  UPDATE payout_runs SET lines = lines + 1, total_cents = total_cents + NEW.amount_cents WHERE id = NEW.run_id;
END;
