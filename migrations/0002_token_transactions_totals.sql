-- Each ledger row counts on its day and in the sums over everything. The three kinds of tokens add up to the balances.
CREATE TRIGGER token_transactions_totals AFTER INSERT ON token_transactions
BEGIN
  UPDATE running_totals SET token_balance = token_balance + NEW.amount, ledger_entries = ledger_entries + 1 WHERE id = 1;
  INSERT INTO day_totals (day, scans, tokens_issued, tokens_redeemed, tokens_withdrawn, first_entry_id, last_entry_id)
  VALUES (
    date(NEW.created_at, 'unixepoch'),
    NEW.type = 'scan',
    iif(NEW.type IN ('scan', 'owner_scan', 'placement', 'adjustment'), max(NEW.amount, 0), 0),
    iif(NEW.type IN ('redemption', 'refund'), -NEW.amount, 0),
    iif(NEW.type = 'reversal', -NEW.amount, iif(NEW.type = 'adjustment', max(-NEW.amount, 0), 0)),
    NEW.id,
    NEW.id
  )
  ON CONFLICT (day) DO UPDATE SET
    scans = scans + excluded.scans,
    tokens_issued = tokens_issued + excluded.tokens_issued,
    tokens_redeemed = tokens_redeemed + excluded.tokens_redeemed,
    tokens_withdrawn = tokens_withdrawn + excluded.tokens_withdrawn,
    first_entry_id = min(coalesce(first_entry_id, NEW.id), NEW.id),
    last_entry_id = max(coalesce(last_entry_id, NEW.id), NEW.id);
END;
