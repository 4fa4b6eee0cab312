-- users.token_balance is the sum of the member's ledger rows; its CHECK refuses a negative one and with it the row. So does the
-- NULL for what a suspended member would earn themselves: a scan that was decided just before. What is no find: the next file.
CREATE TRIGGER token_transactions_balance AFTER INSERT ON token_transactions WHEN NEW.type IN ('scan', 'owner_scan')
BEGIN
  UPDATE users SET token_balance = iif(suspended_at IS NOT NULL AND NEW.type = 'scan', NULL, token_balance + NEW.amount)
  WHERE id = NEW.user_id;
END;
