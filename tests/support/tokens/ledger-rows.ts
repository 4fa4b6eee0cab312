/** Builds SQL that inserts ledger rows, given the name of their kind. Values are numbers or SQL expressions. */
import { type KeyKindName, keyKinds, type OwedKindName, owedKinds, type TokenKindName, tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { nextTurnSql } from '#worker/store/tokens/ledger-kinds.ts';

type Value = number | string;

interface LedgerRow {
  user: Value;
  amount: Value;
  subject: Value;
  other?: Value;
  turn?: Value;
  at?: Value;
  /** FROM clause of a statement that inserts several rows. */
  from?: string;
}

export function keyRow(kind: KeyKindName, row: LedgerRow): string {
  const { user, amount, subject, other = 0, turn = 0, at = 1, from = '' } = row;
  return `INSERT INTO key_events (user_id, kind, amount, subject_id, other_id, turn, created_at)
    SELECT ${user}, ${keyKinds[kind].code}, ${amount}, ${subject}, ${other}, ${turn}, ${at} ${from}`;
}

export function owedRow(kind: OwedKindName, row: Omit<LedgerRow, 'other'> & { of?: 'order_reversal' | 'decision_reversal' }): string {
  const { user, amount, subject, turn = 0, at = 1, from = '', of = 'order_reversal' } = row;
  return `INSERT INTO owed_token_events (user_id, amount, kind, reversal_kind, subject_id, turn, created_at)
    SELECT ${user}, ${amount}, ${owedKinds[kind].code}, ${tokenKinds[of].code}, ${subject}, ${turn}, ${at} ${from}`;
}

/**
 * Returns SQL that inserts a token row. `description` is a SQL expression; rows for finds have no description. Adjustments can omit
 * `subject` and `turn`.
 */
export function tokenRow(kind: TokenKindName, row: Omit<LedgerRow, 'subject'> & { subject?: Value; description?: string }): string {
  const isFind = kind === 'scan' || kind === 'owner_scan';
  // By default, adjustments have subject 0. If an administrator gives tokens, the subject is the administrator's id, which reviews use as a
  // signal.
  const {
    user,
    amount,
    subject = kind === 'adjustment' ? 0 : 1,
    other = 0,
    at = 1,
    from = '',
    description = isFind ? 'NULL' : `'A ${kind}'`,
  } = row;
  const { turn = kind === 'adjustment' ? nextTurnSql(kind, String(user), String(subject)) : 0 } = row;
  return `INSERT INTO token_transactions (user_id, amount, kind, subject_id, other_id, turn, description, created_at)
    SELECT ${user}, ${amount}, ${tokenKinds[kind].code}, ${subject}, ${other}, ${turn}, ${description}, ${at} ${from}`;
}

/**
 * Returns SQL that inserts the rewards for finds. Each finder's row is directly before the owner's row. `finds` is a FROM clause with cards
 * `c` and finds `s`; `at` is when the rewards were earned.
 */
export function findRows(finds: string, { finder = 's.user_id', find = 's.id', at = 's.scan_date' as Value } = {}): string {
  const { scan, owner_scan } = tokenKinds;
  return `INSERT INTO token_transactions (user_id, amount, kind, subject_id, other_id, turn, description, created_at)
    SELECT user_id, 1, kind, card, other, 0, NULL, at FROM (
      SELECT ${find} AS find, ${finder} AS user_id, ${scan.code} AS kind, c.id AS card, 0 AS other, ${at} AS at ${finds}
      UNION ALL SELECT ${find}, c.user_id, ${owner_scan.code}, c.id, ${finder}, ${at} ${finds}
    ) ORDER BY find, kind`;
}
