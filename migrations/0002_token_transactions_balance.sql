-- users.token_balance is the sum of the member's ledger rows; its CHECK refuses a negative one and with it the row.
CREATE TRIGGER token_transactions_balance AFTER INSERT ON token_transactions
BEGIN
  UPDATE users SET token_balance = token_balance + NEW.amount WHERE id = NEW.user_id;
END;
