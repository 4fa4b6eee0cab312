-- What was refunded before that trigger was there.
WITH spent AS (
  SELECT date(t.created_at, 'unixepoch') AS written, date(coalesce(r.created_at, t.created_at), 'unixepoch') AS day, -t.amount AS tokens
  FROM token_transactions t LEFT JOIN token_transactions r ON t.type = 'refund' AND r.cause = 'redemption:' || t.related_entity_id
  WHERE t.type IN ('redemption', 'refund') AND t.type NOT IN ('scan', 'owner_scan')
)
UPDATE day_totals SET tokens_redeemed = counted.tokens
FROM (SELECT day, sum(tokens) AS tokens FROM (SELECT day, tokens FROM spent UNION ALL SELECT written, 0 FROM spent) GROUP BY day) AS counted
WHERE counted.day = day_totals.day;
