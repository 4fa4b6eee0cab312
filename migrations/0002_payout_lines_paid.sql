CREATE TRIGGER payout_lines_paid AFTER UPDATE OF status ON payout_run_lines
WHEN OLD.status = 'in' AND NEW.status = 'paid'
BEGIN
  UPDATE payout_runs SET paid_lines = paid_lines + 1 WHERE id = NEW.run_id;
END;
