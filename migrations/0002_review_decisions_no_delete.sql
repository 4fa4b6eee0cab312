CREATE TRIGGER review_decisions_no_delete BEFORE DELETE ON review_decisions
BEGIN
  SELECT RAISE(ABORT, 'review_decisions rows stay');
END;
