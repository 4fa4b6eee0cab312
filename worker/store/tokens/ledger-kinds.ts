/** SQL for ledger kinds. Their codes come from schema/tokens/ledger-kinds.ts; only triggers contain them as literals. */
import { findKinds, keyKinds, owedKinds, type TokenKindName, tokenKinds } from '#schema/tokens/ledger-kinds.ts';

/** Returns SQL that maps a code to its label. Codes count up from 0 without gaps. */
export function labelSql(code: string, labels: readonly (string | null)[]): string {
  return `('${JSON.stringify(labels)}' ->> ${code})`;
}

const mapKinds = <Kind, Value>(kinds: Record<string, Kind>, pick: (kind: Kind) => Value) => Object.values(kinds).map(pick);

/** Returns the columns of a ledger's UNIQUE index in the format returned by `violatedConstraint`. */
const uniqueColumns = (table: string, columns: string[]) => columns.map((column) => `${table}.${column}`).join(', ');
export const keyEventsUnique = uniqueColumns('key_events', ['user_id', 'kind', 'subject_id', 'other_id', 'turn']);

export const tokenTransactionsUnique = uniqueColumns('token_transactions', ['user_id', 'kind', 'subject_id', 'other_id', 'turn']);

export const tokenColumns = 'token_transactions (user_id, amount, kind, subject_id, other_id, turn, description, created_at)';
export const owedColumns = 'owed_token_events (user_id, amount, kind, reversal_kind, subject_id, turn, created_at)';
export const keyColumns = 'key_events (user_id, kind, amount, subject_id, other_id, turn, created_at)';

export const isFind = (t: string) => `${t}.kind IN (${findKinds})`;

export function tokensFor(kind: TokenKindName, user: string, subject: string, t = 't'): string {
  return `${t}.user_id = ${user} AND ${t}.kind = ${tokenKinds[kind].code} AND ${t}.subject_id = ${subject}`;
}

/** Returns SQL for the `turn` of the next row with the same kind and subject. It equals the number of existing rows. */
export function nextTurnSql(kind: TokenKindName, user: string, subject: string): string {
  return `(SELECT count(*) FROM token_transactions n WHERE ${tokensFor(kind, user, subject, 'n')})`;
}

/** Returns SQL for the rows `o` in `owed_token_events` about tokens that a reversal of this kind could not deduct. */
export function owedEventsSql(kind: 'order_reversal' | 'decision_reversal', user: string, subject: string): string {
  return `o.user_id = ${user} AND o.reversal_kind = ${tokenKinds[kind].code} AND o.subject_id = ${subject}`;
}

/**
 * SQL condition: row `o` rewarded the owner, and row `f` the finder, for the same find, even if the card now has another owner. A scan's
 * batch writes both rows consecutively, and ids have no gaps.
 */
export const paysOwnerFor = `o.id = f.id + 1 AND o.kind = ${tokenKinds.owner_scan.code} AND o.subject_id = f.subject_id AND o.other_id = f.user_id`;

export function referralKeys(friend: string, referrer: string): string {
  return `k.user_id = ${referrer} AND k.kind = ${keyKinds.referral.code} AND k.subject_id = ${friend}`;
}

export function placementKeys(card: string, owner: string, k = 'k'): string {
  return `${k}.user_id = ${owner} AND ${k}.kind = ${keyKinds.placement.code} AND ${k}.subject_id = ${card}`;
}

export function placementKey(card: string, owner: string, k = 'k'): string {
  return `${placementKeys(card, owner, k)} AND ${k}.other_id = 0 AND ${k}.turn = 0`;
}

/** SQL condition: row `o` is the first row with the same subject as row `k`. */
export const isFirstOfSubject =
  'o.user_id = k.user_id AND o.kind = k.kind AND o.subject_id = k.subject_id AND o.other_id = 0 AND o.turn = 0';

/** SQL condition: in row `k`, decision `d` revoked the keys for placement `e`, which is one of the decision's effects. */
export const keysOfDecision = `${placementKeys('e.entity_id', 'e.user_id')} AND k.other_id = d.id AND k.turn = 0`;

const certificateNumber = '(SELECT v.number FROM vacation_certificates v WHERE v.id = t.subject_id)';
export const tokenType = labelSql(
  't.kind',
  mapKinds(tokenKinds, ({ type }) => type),
);
export const shownTokenColumns = `${tokenType} AS "type",
  ${labelSql(
    't.kind',
    mapKinds(tokenKinds, ({ subject }) => (subject === 'admin' ? null : subject)),
  )} AS "relatedEntityType",
  iif(t.kind = ${tokenKinds.adjustment.code}, NULL, iif(t.kind IN (${tokenKinds.redemption.code}, ${tokenKinds.refund.code}), ${certificateNumber},
    t.subject_id || iif(t.kind = ${tokenKinds.decision_reversal.code}, '/' || t.user_id, ''))) AS "relatedEntityId"`;
export const shownOwedColumns = `${labelSql('t.kind', Object.keys(owedKinds))} AS "kind",
  iif(t.reversal_kind = ${tokenKinds.order_reversal.code}, 'order', 'decision') AS "relatedEntityType",
  t.subject_id || iif(t.reversal_kind = ${tokenKinds.order_reversal.code}, '', '/' || t.user_id) AS "relatedEntityId"`;
const keyLabels = labelSql(
  't.kind',
  mapKinds(keyKinds, ({ keys }) => keys),
);
const keyRelated = labelSql(
  't.kind',
  mapKinds(keyKinds, ({ subject }) => subject),
);
export const shownKeyColumns = `${keyLabels} AS "kind", ${labelSql('t.kind', Object.keys(keyKinds))} || ':' || t.subject_id
  || iif(t.kind = ${keyKinds.placement.code}, '/' || t.user_id, '')
  || iif(t.other_id = 0, iif(t.turn = 0, '', ':' || (t.turn + 1)), ':decision:' || t.other_id || iif(t.turn = 0, '', ':undone')) AS "cause"`;
export const keyRelatedColumns = `${keyRelated} AS "relatedEntityType", CAST(t.subject_id AS TEXT) AS "relatedEntityId"`;
