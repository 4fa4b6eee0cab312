-- The same for what is no find, which moves the member in the administrators' list by tokens as well: worker/store/listed-tokens.ts.
-- The NULL is for what a suspended member would spend.
CREATE TRIGGER token_transactions_balance_listed AFTER INSERT ON token_transactions WHEN NEW.type NOT IN ('scan', 'owner_scan')
BEGIN
  UPDATE users SET token_balance = iif(suspended_at IS NOT NULL AND NEW.type = 'redemption', NULL, token_balance + NEW.amount),
    listed_tokens = token_balance + NEW.amount
  WHERE id = NEW.user_id;
END;
