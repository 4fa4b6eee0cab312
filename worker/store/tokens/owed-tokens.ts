/**
 * Revokes tokens and records those that could not be deducted. For each reversed subject, such as an order, the ledger's reversals add up
 * to the deducted tokens, and `owed_token_events` adds up to the tokens still owed.
 */
import { owedKinds, tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { returnToReview } from '#worker/store/certificates/return-to-review.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { nextTurnSql, owedColumns, owedEventsSql, tokenColumns, tokensFor } from './ledger-kinds.ts';

export interface ReversedOrder {
  userId: number;
  orderId: number;
}

/** SQL condition for events about tokens that member ?1 owes because of order ?2. */
const belongsToOrder = owedEventsSql('order_reversal', '?1', '?2');
const takenTokens = `(SELECT coalesce(-sum(t.amount), 0) FROM token_transactions t WHERE ${tokensFor('order_reversal', '?1', '?2')})`;
const owedSum = `(SELECT coalesce(sum(o.amount), 0) FROM owed_token_events o WHERE ${belongsToOrder})`;
const owedBeforeForgiveness = `(SELECT coalesce(sum(o.amount), 0) FROM owed_token_events o WHERE ${belongsToOrder} AND o.kind <> ${owedKinds.forgiveness.code})`;

/**
 * Returns SQL for the next event's `turn`, which equals the number of existing events with the same kind and subject. The parameters are
 * SQL expressions.
 */
export function nextOwedTurnSql(kind: number, user: string, reversalKind: string | number, subject: string): string {
  return `(SELECT count(*) FROM owed_token_events n WHERE n.user_id = ${user} AND n.reversal_kind = ${reversalKind}
    AND n.subject_id = ${subject} AND n.kind = ${kind})`;
}

/**
 * Adjusts the tokens deducted and owed for a reversal so that they total `due`. Safe under concurrency because everything is computed
 * within one batch. A shortfall is deducted as far as the balance covers it, and the rest becomes owed. An excess first reduces the debt
 * and then returns tokens; forgiven tokens are treated as settled. `due` is a scalar subquery; ?1 is the member, ?2 the order.
 */
export function reconcileReversal(
  { userId, orderId }: ReversedOrder,
  due: string,
  descriptions: { deduction: string; restoration: string },
  now: number,
): Statement[] {
  const values = [userId, orderId, now];
  const missingSql = `${due} - ${takenTokens} - ${owedBeforeForgiveness}`;
  const excessSql = `${takenTokens} + ${owedBeforeForgiveness} - ${due}`;
  const kind = tokenKinds.order_reversal.code;
  const insertTokenMove = (amount: string, description: string) =>
    statement(
      `INSERT INTO ${tokenColumns}
       SELECT u.id, ${amount}, ${kind}, ?2, 0, ${nextTurnSql('order_reversal', '?1', '?2')}, ?4, ?3 FROM users u WHERE u.id = ?1 AND ${amount} <> 0`,
      [...values, description],
    );
  const insertOwedEvent = (owedKind: number, amount: string) =>
    statement(
      `INSERT INTO ${owedColumns}
       SELECT u.id, ${amount}, ${owedKind}, ${kind}, ?2, ${nextOwedTurnSql(owedKind, '?1', kind, '?2')}, ?3 FROM users u WHERE u.id = ?1 AND ${amount} <> 0`,
      values,
    );
  const newDebtSql = `max(0, ${missingSql})`;
  return [
    insertTokenMove(`-max(0, min(token_balance, ${missingSql}))`, descriptions.deduction),
    // Must directly precede the row that records the debt.
    returnToReview('tokens_owed', `(SELECT u.id FROM users u WHERE u.id = ?1 AND ${newDebtSql} > 0)`, '?3', values),
    insertOwedEvent(owedKinds.reversal.code, newDebtSql),
    insertOwedEvent(owedKinds.restoration.code, `-max(0, min(${owedSum}, ${excessSql}))`),
    insertTokenMove(`max(0, min(${takenTokens}, ${excessSql}))`, descriptions.restoration),
  ];
}

export interface Reversal {
  taken: number;
  owed: number;
}

export function previewReversal({ userId, orderId }: ReversedOrder, due: string): Statement<Reversal> {
  const missingSql = `max(0, ${due} - ${takenTokens} - ${owedBeforeForgiveness})`;
  return statement<Reversal, 'taken' | 'owed'>(
    `SELECT min(balance, missing) AS taken, missing - min(balance, missing) AS owed
     FROM (SELECT max(0, token_balance) AS balance, ${missingSql} AS missing FROM users WHERE id = ?1)`,
    [userId, orderId],
  );
}

export function orderReversalsSql(order: string, buyer: string): string {
  return `EXISTS (SELECT 1 FROM token_transactions t WHERE ${tokensFor('order_reversal', buyer, order)})
    OR EXISTS (SELECT 1 FROM owed_token_events o WHERE ${owedEventsSql('order_reversal', buyer, order)})`;
}

/** Query for the tokens that member ?1 owes per subject (`owed`). `older` is the total owed for older subjects, which are repaid first. */
const owingRows = `SELECT reversal_kind, subject_id, sum(amount) AS owed, sum(sum(amount)) OVER (ORDER BY min(id)) - sum(amount) AS older
  FROM owed_token_events WHERE user_id = ?1 GROUP BY 1, 2 HAVING sum(amount) > 0`;

/**
 * Repays as much debt as the balance covers; does nothing if there is no debt. Must be followed by `insertRepayments` in the same batch.
 */
export function settleFromBalance(userId: number, now: number): Statement<{ id: number }> {
  return reconcile(userId, 'repayment', 'u.token_balance', now);
}

export function insertRepayments(memberCondition: string, value: number, description: string): Statement<{ amount: number }> {
  return statement<{ amount: number }>(
    `INSERT INTO ${tokenColumns}
     SELECT e.user_id, e.amount, e.reversal_kind, e.subject_id, e.id, 0, ?2, e.created_at
     FROM owed_token_events e WHERE e.user_id ${memberCondition} AND e.kind = ${owedKinds.repayment.code}
       AND NOT EXISTS (SELECT 1 FROM token_transactions t
         WHERE t.user_id = e.user_id AND t.kind = e.reversal_kind AND t.subject_id = e.subject_id AND t.other_id = e.id)
     RETURNING amount`,
    [value, description],
  );
}

/** Writes off up to `amount` tokens. Does nothing unless the member owes exactly `seen` tokens in total. */
export function forgive(userId: number, request: { amount: number; seen: number }, now: number): Statement<{ id: number }> {
  const { amount, seen } = request;
  return reconcile(userId, 'forgiveness', `iif(u.owed_tokens = ${Number(seen)}, ${Number(amount)}, 0)`, now);
}

/**
 * Repays or forgives owed tokens, depending on `kind`. `amountLimit` is SQL for the maximum number of tokens to settle, evaluated for the
 * row `users u`.
 */
function reconcile(userId: number, kind: 'repayment' | 'forgiveness', amountLimit: string, now: number): Statement<{ id: number }> {
  const { code } = owedKinds[kind];
  return statement<{ id: number }>(
    `INSERT INTO ${owedColumns}
     SELECT u.id, -min(d.owed, ${amountLimit} - d.older), ${code}, d.reversal_kind, d.subject_id,
       ${nextOwedTurnSql(code, 'u.id', 'd.reversal_kind', 'd.subject_id')}, ?2
     FROM users u JOIN (${owingRows}) d ON ${amountLimit} > d.older WHERE u.id = ?1 RETURNING id`,
    [userId, now],
  );
}
