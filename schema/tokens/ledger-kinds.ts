/**
 * Kinds of rows in the append-only ledgers and in `card_scans`, with their stored codes. A code never changes its meaning, and a new kind
 * gets the next number. `subject` and `other` are the types of the rows that `subject_id` and `other_id` refer to; null means that the
 * column is 0. `turn` numbers the rows about the same subject (0, 1, 2 …) so that one UNIQUE index prevents duplicates.
 */
import type { KeyCounter, OwedTokenKind, TokenTransactionType } from '#schema/tokens/token.ts';

export type LedgerSubject = 'cache_card' | 'vacation_certificate' | 'order' | 'decision' | 'admin' | 'user' | 'key_event';

interface Kind {
  code: number;
  subject: LedgerSubject;
  other: 'user' | 'owed_token_event' | 'decision' | null;
}

/** Kinds of `token_transactions`. `type` is the category shown to members. */
export const tokenKinds = {
  scan: { code: 0, type: 'scan', subject: 'cache_card', other: null },
  owner_scan: { code: 1, type: 'owner_scan', subject: 'cache_card', other: 'user' },
  placement: { code: 2, type: 'placement', subject: 'cache_card', other: null },
  redemption: { code: 3, type: 'redemption', subject: 'vacation_certificate', other: null },
  /** Refund of a voided certificate (even values of `turn`), or the charge that reverses that refund (odd values). */
  refund: { code: 4, type: 'refund', subject: 'vacation_certificate', other: null },
  adjustment: { code: 5, type: 'adjustment', subject: 'admin', other: null },
  /** `other` is the id of the repaid row in `owed_token_events`, or 0 if tokens were withdrawn or returned directly. */
  order_reversal: { code: 6, type: 'reversal', subject: 'order', other: 'owed_token_event' },
  decision_reversal: { code: 7, type: 'reversal', subject: 'decision', other: 'owed_token_event' },
} as const satisfies Record<string, Kind & { type: TokenTransactionType }>;
export type TokenKindName = keyof typeof tokenKinds;

/** SQL list of the two kinds of ledger rows that a find creates. They make up almost the entire ledger. */
export const findKinds = `${tokenKinds.scan.code}, ${tokenKinds.owner_scan.code}`;

/** Returns a SQL expression that maps all reversal kinds to a single code, as used in the index `token_transactions_rare`. */
export function tokenTypeCode(kind: string): string {
  return `(${kind} - (${kind} = ${tokenKinds.decision_reversal.code}))`;
}

/**
 * Kinds of `owed_token_events`. `reversal_kind` (a code from `tokenKinds`) and `subject_id` identify the reversal that the balance did not
 * cover.
 */
export const owedKinds = {
  reversal: { code: 0 },
  repayment: { code: 1 },
  forgiveness: { code: 2 },
  restoration: { code: 3 },
} as const satisfies Record<OwedTokenKind, { code: number }>;
export type OwedKindName = keyof typeof owedKinds;

/** Kinds of `key_events`. `keys` is the type of key shown to members. */
export const keyKinds = {
  referral: { code: 0, keys: 'treasure', subject: 'user', other: null },
  /** `other` is the group decision that revoked the key (`turn` 0), or the decision whose undo restored it (`turn` 1). */
  placement: { code: 1, keys: 'community', subject: 'cache_card', other: 'decision' },
  /** A correction by an administrator. `subject` is the row that added the keys: the row itself, or the one that a later row takes back. */
  treasure_correction: { code: 2, keys: 'treasure', subject: 'key_event', other: null },
  community_correction: { code: 3, keys: 'community', subject: 'key_event', other: null },
} as const satisfies Record<string, Kind & { keys: KeyCounter }>;
export type KeyKindName = keyof typeof keyKinds;

/** SQL list of the kinds of rows that change this counter. */
export function keyCodes(keys: KeyCounter): string {
  return Object.values(keyKinds)
    .filter((kind) => kind.keys === keys)
    .map(({ code }) => code)
    .join(', ');
}

/** Kinds of `card_scans`. A member has one row per card, except for `own`, which may recur. */
export const scanKinds = {
  rewarded: { code: 0 },
  /** A member's first scan of a test card in production, which earns no reward. */
  unpaid: { code: 1 },
  own: { code: 2 },
} as const satisfies Record<string, { code: number }>;
export type ScanKindName = keyof typeof scanKinds;
