-- What a line leaves is free for another run.
CREATE TRIGGER payout_lines_free AFTER UPDATE OF status ON payout_run_lines
WHEN OLD.status IN ('in', 'paid') AND NEW.status IN ('out', 'cancelled', 'returned')
BEGIN
  UPDATE payout_run_entries SET is_live = 0 WHERE line_id = NEW.id;
END;
