CREATE TRIGGER token_transactions_no_update BEFORE UPDATE ON token_transactions
BEGIN
  SELECT RAISE(ABORT, 'token_transactions is append-only');
END;
