-- users.token_balance is the sum of the member's ledger rows; its CHECK refuses a negative one and with it the row. So does the
-- NULL for what a suspended member would earn or spend themselves: a scan or redemption that was decided just before.
CREATE TRIGGER token_transactions_balance AFTER INSERT ON token_transactions
BEGIN
  UPDATE users SET token_balance = iif(suspended_at IS NOT NULL AND NEW.type IN ('scan', 'redemption'), NULL, token_balance + NEW.amount)
  WHERE id = NEW.user_id;
END;
