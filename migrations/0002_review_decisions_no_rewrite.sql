-- What was decided stays; erasing a member whom it was about blanks the reason.
CREATE TRIGGER review_decisions_no_rewrite BEFORE UPDATE ON review_decisions
WHEN (NEW.id, NEW.key, NEW.admin_id, NEW.action, NEW.members, NEW.created_at) <> (OLD.id, OLD.key, OLD.admin_id, OLD.action, OLD.members, OLD.created_at)
  OR NEW.certificate_id IS NOT OLD.certificate_id OR NEW.undoes_id IS NOT OLD.undoes_id
  OR (NEW.reason <> OLD.reason AND NEW.reason <> '(erased)')
BEGIN
  SELECT RAISE(ABORT, 'review_decisions rows stay');
END;
