/** GET /api/tokens: a member's own ledger, newest first. Product rules: Tokens. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

export const tokenTransactionTypes = ['scan', 'owner_scan', 'placement', 'redemption', 'refund', 'reversal', 'adjustment'] as const;
export type TokenTransactionType = (typeof tokenTransactionTypes)[number];

/** Owed since a reversal found too little; and what ended it: paid back, forgiven, or the reversed payment came through after all. */
export const owedTokenKinds = ['reversal', 'repayment', 'forgiveness', 'restoration'] as const;
export type OwedTokenKind = (typeof owedTokenKinds)[number];

/** The two keys, each with a counter of its own. */
export const keyCounters = ['treasure', 'community'] as const;
export type KeyCounter = (typeof keyCounters)[number];

export const TokenTransaction = v.object({
  id: v.number(),
  amount: v.number(),
  type: v.picklist(tokenTransactionTypes),
  relatedEntityType: v.nullable(v.string()),
  relatedEntityId: v.nullable(v.string()),
  /** The reason, in words for the member. */
  description: v.string(),
  createdAt: isoInstant,
});
export type TokenTransaction = v.InferOutput<typeof TokenTransaction>;

/** `nextCursor` goes into `?cursor=` for the page after; null on the last one. */
export const TokenHistory = v.object({
  balance: v.number(),
  owed: v.number(),
  transactions: v.array(TokenTransaction),
  nextCursor: v.nullable(v.string()),
});
export type TokenHistory = v.InferOutput<typeof TokenHistory>;

/** Answer of POST /api/tokens/pay-back: what is owed is paid from the balance, as far as that reaches. */
export const RepayResponse = v.object({ paidBack: v.number(), tokenBalance: v.number(), owedTokens: v.number() });
export type RepayResponse = v.InferOutput<typeof RepayResponse>;
