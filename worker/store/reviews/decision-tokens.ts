/** Revokes many members' tokens for a group decision, and restores them when the decision is undone. Product rules: Reviews. */
import { owedKinds, tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { nextTurnSql, owedColumns, owedEventsSql, tokenColumns, tokensFor } from '#worker/store/tokens/ledger-kinds.ts';
import { insertRepayments, nextOwedTurnSql } from '#worker/store/tokens/owed-tokens.ts';

/** SQL conditions for rows about decision `d` and the member of its effect `e`; `t` is a ledger row, `o` an owed-token event. */
const decisionTokens = tokensFor('decision_reversal', 'e.user_id', 'd.id');
const owedOfDecision = owedEventsSql('decision_reversal', 'e.user_id', 'd.id');
const kind = tokenKinds.decision_reversal.code;
const turn = nextTurnSql('decision_reversal', 'e.user_id', 'd.id');
const owedTurn = (owedKind: number) => nextOwedTurnSql(owedKind, 'e.user_id', kind, 'd.id');
export const decisionEffects = 'review_decisions d JOIN review_effects e ON e.decision_id = d.id';

/**
 * Deducts the tokens from each member's balance; any shortfall becomes debt. Stores the amounts as effects of the decision identified by
 * this key.
 */
export function revokeTokens(key: string, due: { userId: number; tokens: number }[], description: string, now: number): Statement[] {
  return [
    statement(
      `INSERT INTO review_effects (decision_id, user_id, kind, entity_id, before, taken, owed)
       SELECT d.id, u.id, 'tokens', u.id, json_object('tokenBalance', u.token_balance, 'owedTokens', u.owed_tokens,
           'lastOwed', (SELECT coalesce(max(o.id), 0) FROM owed_token_events o WHERE o.user_id = u.id)),
         min(u.token_balance, w.value ->> 'tokens'), max(0, (w.value ->> 'tokens') - u.token_balance)
       FROM review_decisions d CROSS JOIN json_each(?2) w JOIN users u ON u.id = w.value ->> 'userId' WHERE d.key = ?1`,
      [key, JSON.stringify(due)],
    ),
    statement(
      `INSERT INTO ${tokenColumns} SELECT e.user_id, -e.taken, ${kind}, d.id, 0, ${turn}, ?2, ?3
       FROM ${decisionEffects} WHERE d.key = ?1 AND e.kind = 'tokens' AND e.taken > 0`,
      [key, description, now],
    ),
    // There is no need to send certificates to review because the decision canceled all certificates that could still be activated.
    statement(
      `INSERT INTO ${owedColumns} SELECT e.user_id, e.owed, ${owedKinds.reversal.code}, ${kind}, d.id, ${owedTurn(owedKinds.reversal.code)}, ?2
       FROM ${decisionEffects} WHERE d.key = ?1 AND e.kind = 'tokens' AND e.owed > 0`,
      [key, now],
    ),
  ];
}

/**
 * Returns the tokens that a decision deducted, including later repayments, and cancels the tokens that the member still owes because of it.
 * Forgiven tokens stay forgiven.
 */
export function restoreTokens(decisionId: number, description: string, now: number): Statement[] {
  const takenSum = `(SELECT coalesce(sum(t.amount), 0) FROM token_transactions t WHERE ${decisionTokens})`;
  const owedSum = `(SELECT coalesce(sum(o.amount), 0) FROM owed_token_events o WHERE ${owedOfDecision})`;
  return [
    statement(
      `INSERT INTO ${tokenColumns} SELECT e.user_id, -${takenSum}, ${kind}, d.id, 0, ${turn}, ?2, ?3
       FROM ${decisionEffects} WHERE d.id = ?1 AND e.kind = 'tokens' AND ${takenSum} < 0`,
      [decisionId, description, now],
    ),
    statement(
      `INSERT INTO ${owedColumns}
       SELECT e.user_id, -${owedSum}, ${owedKinds.restoration.code}, ${kind}, d.id, ${owedTurn(owedKinds.restoration.code)}, ?2
       FROM ${decisionEffects} WHERE d.id = ?1 AND e.kind = 'tokens' AND ${owedSum} > 0`,
      [decisionId, now],
    ),
  ];
}

/**
 * Uses the returned tokens to repay debts incurred since the decision. Without the decision, the balance would have covered these debts.
 * Repays the oldest debt first, up to the smaller of the returned tokens and the balance.
 */
export function settleOwedSince(decisionId: number, now: number): Statement<unknown>[] {
  const returnedTokens = `(SELECT coalesce(sum(t.amount), 0) FROM token_transactions t WHERE t.amount > 0 AND ${decisionTokens})`;
  const repayment = owedKinds.repayment.code;
  return [
    statement(
      `INSERT INTO ${owedColumns}
       SELECT s.user_id, -min(s.owed, s.returned - s.older), ${repayment}, s.reversal_kind, s.subject_id,
         ${nextOwedTurnSql(repayment, 's.user_id', 's.reversal_kind', 's.subject_id')}, ?2
       FROM (SELECT *, sum(owed) OVER (PARTITION BY user_id ORDER BY first) - owed AS older FROM (
         SELECT e.user_id, o.reversal_kind, o.subject_id, min(o.id) AS first, min(u.token_balance, ${returnedTokens}) AS returned,
           min(sum(o.amount), sum(iif(o.kind = ${owedKinds.reversal.code} AND o.id > e.before ->> 'lastOwed', o.amount, 0))) AS owed
         FROM ${decisionEffects} JOIN users u ON u.id = e.user_id JOIN owed_token_events o ON o.user_id = e.user_id
         WHERE d.id = ?1 AND e.kind = 'tokens' GROUP BY e.id, 2, 3) WHERE owed > 0) s
       WHERE s.returned > s.older`,
      [decisionId, now],
    ),
    insertRepayments(
      `IN (SELECT user_id FROM review_effects WHERE decision_id = ?1 AND kind = 'tokens')`,
      decisionId,
      'Owed tokens paid from returned tokens',
    ),
  ];
}

/** Subquery for the number of tokens returned to a member if decision `d` is undone; `e` is an effect. */
export const takenByDecision = `(SELECT coalesce(-sum(t.amount), 0) FROM token_transactions t WHERE ${decisionTokens})`;
