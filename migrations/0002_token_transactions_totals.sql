-- Each ledger row but a find's counts on its day and in the sum of all balances. Finds, which are nearly all rows, are added by a job:
-- worker/store/find-sums.ts. The three kinds of tokens add up to the balances.
CREATE TRIGGER token_transactions_totals AFTER INSERT ON token_transactions WHEN NEW.type NOT IN ('scan', 'owner_scan')
BEGIN
  UPDATE running_totals SET token_balance = token_balance + NEW.amount WHERE id = 1;
  INSERT INTO day_totals (day, tokens_issued, tokens_redeemed, tokens_withdrawn, first_entry_id, last_entry_id)
  VALUES (
    date(NEW.created_at, 'unixepoch'),
    iif(NEW.type IN ('placement', 'adjustment'), max(NEW.amount, 0), 0),
    iif(NEW.type IN ('redemption', 'refund'), -NEW.amount, 0),
    iif(NEW.type = 'reversal', -NEW.amount, iif(NEW.type = 'adjustment', max(-NEW.amount, 0), 0)),
    NEW.id,
    NEW.id
  )
  ON CONFLICT (day) DO UPDATE SET
    tokens_issued = tokens_issued + excluded.tokens_issued,
    tokens_redeemed = tokens_redeemed + excluded.tokens_redeemed,
    tokens_withdrawn = tokens_withdrawn + excluded.tokens_withdrawn,
    first_entry_id = min(coalesce(first_entry_id, NEW.id), NEW.id),
    last_entry_id = max(coalesce(last_entry_id, NEW.id), NEW.id);
END;
