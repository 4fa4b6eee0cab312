CREATE TRIGGER review_effects_no_update BEFORE UPDATE ON review_effects
BEGIN
  SELECT RAISE(ABORT, 'review_effects is append-only');
END;
