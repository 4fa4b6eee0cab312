-- Who begins to owe tokens may have redeemed them: an administrator looks at their certificates that can still be activated.
-- Finds never set owed_tokens, so no scan pays for this. The newest row of what is owed says when it happens.
CREATE TRIGGER users_owe_review AFTER UPDATE OF owed_tokens ON users WHEN OLD.owed_tokens = 0 AND NEW.owed_tokens > 0
BEGIN
  UPDATE vacation_certificates SET review = 'waiting', reviewed_at = NULL, reviewed_by_id = NULL, version = version + 1,
    review_question = iif(review = 'waiting', review_question, NULL), review_asked_at = iif(review = 'waiting', review_asked_at, NULL),
    review_signals = iif('tokens_owed' IN (SELECT value FROM json_each(review_signals)), review_signals,
      json_insert(review_signals, '$[#]', 'tokens_owed'))
  WHERE user_id = NEW.id AND status = 'active' AND (review = 'waiting'
    OR activate_by > (SELECT created_at FROM owed_token_events WHERE user_id = NEW.id ORDER BY id DESC LIMIT 1));
END;
