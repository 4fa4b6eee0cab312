-- Undone once, and never by anything but an undoing of it.
CREATE TRIGGER review_decisions_undone_once BEFORE UPDATE OF undone_by_id, undone_at ON review_decisions
WHEN (NEW.undone_by_id IS NOT OLD.undone_by_id OR NEW.undone_at IS NOT OLD.undone_at)
  AND (OLD.undone_by_id IS NOT NULL OR NOT EXISTS (SELECT 1 FROM review_decisions u WHERE u.id = NEW.undone_by_id AND u.undoes_id = OLD.id))
BEGIN
  SELECT RAISE(ABORT, 'review_decision_undone');
END;
