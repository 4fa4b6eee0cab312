-- What is owed cannot be redeemed: a redemption leaves at least that much.
CREATE TRIGGER token_transactions_owed BEFORE INSERT ON token_transactions
WHEN NEW.type = 'redemption' AND EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND owed_tokens > 0
  AND token_balance + NEW.amount < owed_tokens)
BEGIN
  SELECT RAISE(ABORT, 'redemption_leaves_what_is_owed');
END;
