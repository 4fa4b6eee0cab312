/** What decisions about a group take of tokens, and their undoing gives back: from many members at once. Product rules: Reviews. */
import { inFamily } from './causes.ts';
import { ledgerColumns, owedColumns, repaid } from './owed-tokens.ts';
import { type Statement, statement } from './sql.ts';

/** Of a decision about a group (its id is `d.id`): one family a member, e.g. `reversal:decision:12/34`. */
const decisionFamily = (user: string) => `'reversal:decision:' || d.id || '/' || ${user}`;
const inDecisionFamily = (table: string, user: string) => inFamily(`${table}.cause`, decisionFamily(user));
export const decisionEffects = 'review_decisions d JOIN review_effects e ON e.decision_id = d.id';

/**
 * Takes back from many members what each has to give back, as far as their balances reach; the rest is owed. Kept as
 * effects of the decision with this key.
 */
export function takeBackFromMany(key: string, due: { userId: number; tokens: number }[], description: string, now: number): Statement[] {
  return [
    statement(
      `INSERT INTO review_effects (decision_id, user_id, kind, entity_id, before, taken, owed)
       SELECT d.id, u.id, 'tokens', u.id, json_object('tokenBalance', u.token_balance, 'owedTokens', u.owed_tokens,
           'lastOwed', (SELECT coalesce(max(o.id), 0) FROM owed_token_events o WHERE o.user_id = u.id)),
         min(u.token_balance, w.value ->> 'tokens'), max(0, (w.value ->> 'tokens') - u.token_balance)
       FROM review_decisions d CROSS JOIN json_each(?2) w JOIN users u ON u.id = w.value ->> 'userId' WHERE d.key = ?1`,
      key,
      JSON.stringify(due),
    ),
    statement(
      `INSERT INTO token_transactions ${ledgerColumns}
       SELECT e.user_id, -e.taken, 'reversal', 'decision', d.id || '/' || e.user_id, ?2, ${decisionFamily('e.user_id')} || ':1', ?3
       FROM ${decisionEffects} WHERE d.key = ?1 AND e.kind = 'tokens' AND e.taken > 0`,
      key,
      description,
      now,
    ),
    statement(
      `INSERT INTO owed_token_events ${owedColumns}
       SELECT e.user_id, e.owed, 'reversal', 'decision', d.id || '/' || e.user_id, ${decisionFamily('e.user_id')} || ':1', ?2
       FROM ${decisionEffects} WHERE d.key = ?1 AND e.kind = 'tokens' AND e.owed > 0`,
      key,
      now,
    ),
  ];
}

/** Gives back what a decision took, what was paid back since included, and ends what is owed of it; what was forgiven stays so. */
export function giveBackToMany(decisionId: number, description: string, now: number): Statement[] {
  const sum = (table: string) =>
    `(SELECT coalesce(sum(t.amount), 0) FROM ${table} t WHERE ${ofMember(table)} ${inDecisionFamily('t', 'e.user_id')})`;
  const ofMember = (table: string) => (table === 'owed_token_events' ? 't.user_id = e.user_id AND' : '');
  const count = (table: string) => `(SELECT count(*) + 1 FROM ${table} t WHERE ${ofMember(table)} ${inDecisionFamily('t', 'e.user_id')})`;
  return [
    statement(
      `INSERT INTO token_transactions ${ledgerColumns}
       SELECT e.user_id, -${sum('token_transactions')}, 'reversal', 'decision', d.id || '/' || e.user_id, ?2,
         ${decisionFamily('e.user_id')} || ':' || ${count('token_transactions')}, ?3
       FROM ${decisionEffects} WHERE d.id = ?1 AND e.kind = 'tokens' AND ${sum('token_transactions')} < 0`,
      decisionId,
      description,
      now,
    ),
    statement(
      `INSERT INTO owed_token_events ${owedColumns}
       SELECT e.user_id, -${sum('owed_token_events')}, 'restoration', 'decision', d.id || '/' || e.user_id,
         ${decisionFamily('e.user_id')} || ':' || ${count('owed_token_events')}, ?2
       FROM ${decisionEffects} WHERE d.id = ?1 AND e.kind = 'tokens' AND ${sum('owed_token_events')} > 0`,
      decisionId,
      now,
    ),
  ];
}

/**
 * What an undoing gave back goes first into what began to be owed since the decision: without that one it would have been
 * taken then. At most what was given back, as far as the balance reaches, the oldest debt first.
 */
export function settleOwedSince(decisionId: number, key: string, now: number): Statement[] {
  const givenBack = `(SELECT coalesce(sum(t.amount), 0) FROM token_transactions t WHERE t.amount > 0 AND ${inDecisionFamily('t', 'e.user_id')})`;
  return [
    statement(
      `INSERT INTO owed_token_events ${owedColumns}
       SELECT s.user_id, -min(s.owed, s.given_back - s.older), 'repayment', s.type, s.id, 'reversal:' || s.type || ':' || s.id || ':' || ?2, ?3
       FROM (SELECT *, sum(owed) OVER (PARTITION BY user_id ORDER BY first) - owed AS older FROM (
         SELECT e.user_id, o.related_entity_type AS type, o.related_entity_id AS id, min(o.id) AS first, min(u.token_balance, ${givenBack}) AS given_back,
           min(sum(o.amount), sum(iif(o.kind = 'reversal' AND o.id > e.before ->> 'lastOwed', o.amount, 0))) AS owed
         FROM ${decisionEffects} JOIN users u ON u.id = e.user_id JOIN owed_token_events o ON o.user_id = e.user_id
         WHERE d.id = ?1 AND e.kind = 'tokens' GROUP BY e.id, 2, 3) WHERE owed > 0) s
       WHERE s.given_back > s.older`,
      decisionId,
      key,
      now,
    ),
    repaid(
      `IN (SELECT user_id FROM review_effects WHERE decision_id = ?1 AND kind = 'tokens')`,
      decisionId,
      key,
      'Paid back what you owed, from what you got back',
    ),
  ];
}

/** What each member of a decision gets back where it is undone: a subquery over `e`, an effect, and `d`, its decision. */
export const takenByDecision = `(SELECT coalesce(-sum(t.amount), 0) FROM token_transactions t WHERE ${inDecisionFamily('t', 'e.user_id')})`;
