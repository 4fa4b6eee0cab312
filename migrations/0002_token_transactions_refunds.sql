-- A refund takes back a redemption: it is counted on the day of that one, and no longer on its own.
CREATE TRIGGER token_transactions_refunds AFTER INSERT ON token_transactions
WHEN NEW.type = 'refund'
BEGIN
  INSERT INTO day_totals (day, tokens_redeemed)
  SELECT date(r.created_at, 'unixepoch'), -NEW.amount FROM token_transactions r WHERE r.cause = 'redemption:' || NEW.related_entity_id
  ON CONFLICT (day) DO UPDATE SET tokens_redeemed = tokens_redeemed + excluded.tokens_redeemed;
  INSERT INTO day_totals (day, tokens_redeemed)
  SELECT date(NEW.created_at, 'unixepoch'), NEW.amount FROM token_transactions r WHERE r.cause = 'redemption:' || NEW.related_entity_id
  ON CONFLICT (day) DO UPDATE SET tokens_redeemed = tokens_redeemed + excluded.tokens_redeemed;
END;
