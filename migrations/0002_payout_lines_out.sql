-- Taken out before it was paid: whoever looked at the run before sees another one now, and files made before are outdated.
CREATE TRIGGER payout_lines_out AFTER UPDATE OF status ON payout_run_lines
WHEN OLD.status = 'in' AND NEW.status = 'out'
BEGIN
  UPDATE payout_run_lines SET out_version = (SELECT files_version FROM payout_runs WHERE id = NEW.run_id) WHERE id = NEW.id;
  UPDATE payout_runs SET lines = lines - 1, total_cents = total_cents - NEW.amount_cents, out_lines = out_lines + 1,
    files_version = files_version + 1, version = version + 1 WHERE id = NEW.run_id;
END;
