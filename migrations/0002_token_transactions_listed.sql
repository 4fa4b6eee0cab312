-- Numbers of the administrators' list. Finds, which are nearly all rows, write none: they are what is left of all.
CREATE TRIGGER token_transactions_listed AFTER INSERT ON token_transactions WHEN NEW.type NOT IN ('scan', 'owner_scan')
BEGIN
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('ledger', NEW.type, '', '', 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
