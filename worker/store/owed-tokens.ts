/**
 * Taking tokens back, and keeping what could not be taken. Of each thing that is reversed (an order), the reversals in the
 * ledger (`reversal:order:17:1`, `:2`, …) say what was taken, and the member's `owed_token_events` what is still owed.
 */
import { inFamily } from './causes.ts';
import { type Statement, statement } from './sql.ts';

/** What is reversed, e.g. an order and its id. */
export interface Reversed {
  userId: number;
  type: 'order';
  id: number;
}

const familyOf = ({ type, id }: Reversed) => `reversal:${type}:${id}`;
/** Rows of the ledger of one family, whose name is ?2. */
const ofReversed = inFamily('cause', '?2');
const taken = `(SELECT coalesce(-sum(amount), 0) FROM token_transactions WHERE ${ofReversed})`;
const owed = `(SELECT coalesce(sum(amount), 0) FROM owed_token_events WHERE user_id = ?1 AND ${ofReversed})`;
const owedOrForgiven = `(SELECT coalesce(sum(amount), 0) FROM owed_token_events WHERE user_id = ?1 AND ${ofReversed} AND kind <> 'forgiveness')`;
/** Rows of both tables are numbered apart: a reversal may make one in either, or in both. */
const nextCause = (table: 'token_transactions' | 'owed_token_events') =>
  `?2 || ':' || (SELECT count(*) + 1 FROM ${table} WHERE ${ofReversed})`;

export const ledgerColumns = '(user_id, amount, type, related_entity_type, related_entity_id, description, cause, created_at)';
export const owedColumns = '(user_id, amount, kind, related_entity_type, related_entity_id, cause, created_at)';

/**
 * Brings what was taken and is owed of a reversal to what is `due` by now, whatever happens at the same time: all is decided
 * here, in one batch. What is missing is taken as far as the balance reaches, and the rest is owed. Of what is too much, the
 * debt ends first, and then tokens go back; what was forgiven counts as settled. `due` is a subquery that answers one number:
 * ?1 is the member, ?4 the id of what is reversed.
 */
export function reconcileReversal(
  reversed: Reversed,
  due: string,
  descriptions: { taken: string; givenBack: string },
  now: number,
): Statement[] {
  const { userId, type, id } = reversed;
  const values = [userId, familyOf(reversed), type, String(id), now];
  const missing = `${due} - ${taken} - ${owedOrForgiven}`;
  const tooMuch = `${taken} + ${owedOrForgiven} - ${due}`;
  const moved = (amount: string, description: string) =>
    statement(
      `INSERT INTO token_transactions ${ledgerColumns}
       SELECT id, ${amount}, 'reversal', ?3, ?4, ?6, ${nextCause('token_transactions')}, ?5 FROM users WHERE id = ?1 AND ${amount} <> 0`,
      ...values,
      description,
    );
  const owing = (kind: 'reversal' | 'restoration', amount: string) =>
    statement(
      `INSERT INTO owed_token_events ${owedColumns}
       SELECT id, ${amount}, '${kind}', ?3, ?4, ${nextCause('owed_token_events')}, ?5 FROM users WHERE id = ?1 AND ${amount} <> 0`,
      ...values,
    );
  return [
    moved(`-max(0, min(token_balance, ${missing}))`, descriptions.taken),
    owing('reversal', `max(0, ${missing})`),
    owing('restoration', `-max(0, min(${owed}, ${tooMuch}))`),
    moved(`max(0, min(${taken}, ${tooMuch}))`, descriptions.givenBack),
  ];
}

/** What a reversal takes, and what it leaves owed. */
export interface Reversal {
  taken: number;
  owed: number;
}

/** What `reconcileReversal` would take now, and what would be owed more. */
export function foreseeReversal(reversed: Reversed, due: string): Statement<Reversal> {
  const missing = `max(0, ${due} - ${taken} - ${owedOrForgiven})`;
  return statement<Reversal, 'taken' | 'owed'>(
    `SELECT min(balance, missing) AS taken, missing - min(balance, missing) AS owed
     FROM (SELECT max(0, token_balance) AS balance, ${missing} AS missing FROM users WHERE id = ?1)`,
    reversed.userId,
    familyOf(reversed),
    reversed.type,
    String(reversed.id),
  );
}

/** Whether anything was ever taken or owed of an order's tokens: a condition. */
export function reversalsOfOrder(id: string): string {
  const found = (table: string) => `EXISTS (SELECT 1 FROM ${table} r WHERE ${inFamily('r.cause', `'reversal:order:' || ${id}`)})`;
  return `${found('token_transactions')} OR ${found('owed_token_events')}`;
}

/** What a member (?1) still owes of each thing, and what they owe of older ones: those are settled first. */
const owing = `SELECT related_entity_type AS type, related_entity_id AS id, sum(amount) AS owed,
    sum(sum(amount)) OVER (ORDER BY min(id)) - sum(amount) AS older
  FROM owed_token_events WHERE user_id = ?1 GROUP BY 1, 2 HAVING sum(amount) > 0`;

/**
 * The member pays back what they owe, as far as the balance reaches; nothing where they owe nothing. `key` is random per
 * request: it names the rows.
 */
export function payBack(userId: number, key: string, now: number): Statement<unknown>[] {
  return [
    reconcile({ userId, kind: 'repayment', upTo: 'u.token_balance', key }, now),
    repaid('= ?1', userId, key, 'Paid back what you owed'),
  ];
}

/** Takes what the debts of these members, and this key, say to be paid back. */
export function repaid(whose: string, value: number, key: string, description: string): Statement {
  return statement(
    `INSERT INTO token_transactions ${ledgerColumns}
     SELECT user_id, amount, 'reversal', related_entity_type, related_entity_id, ?3, cause, created_at
     FROM owed_token_events WHERE user_id ${whose} AND kind = 'repayment' AND cause LIKE '%:' || ?2`,
    value,
    key,
    description,
  );
}

/** Up to `amount` of what the member owes is owed no more; nothing where they do not owe exactly `seen` in all. */
export function forgive(userId: number, forgiven: { amount: number; seen: number; key: string }, now: number): Statement<{ id: number }> {
  const { amount, seen, key } = forgiven;
  return reconcile({ userId, kind: 'forgiveness', upTo: `iif(u.owed_tokens = ${Number(seen)}, ${Number(amount)}, 0)`, key }, now);
}

/** `upTo`: SQL over `users u`. */
function reconcile(
  { userId, kind, upTo, key }: { userId: number; kind: 'repayment' | 'forgiveness'; upTo: string; key: string },
  now: number,
): Statement<{ id: number }> {
  return statement<{ id: number }>(
    `INSERT INTO owed_token_events ${owedColumns}
     SELECT u.id, -min(o.owed, ${upTo} - o.older), ?2, o.type, o.id, 'reversal:' || o.type || ':' || o.id || ':' || ?3, ?4
     FROM users u JOIN (${owing}) o ON ${upTo} > o.older WHERE u.id = ?1 RETURNING id`,
    userId,
    kind,
    key,
    now,
  );
}
