CREATE TRIGGER token_transactions_no_delete BEFORE DELETE ON token_transactions
BEGIN
  SELECT RAISE(ABORT, 'token_transactions is append-only');
END;
