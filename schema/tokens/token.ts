/** Response of GET /api/tokens, newest entries first. See "Tokens" in docs/product-rules.md. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

export const tokenTransactionTypes = ['scan', 'owner_scan', 'placement', 'redemption', 'refund', 'reversal', 'adjustment'] as const;
export type TokenTransactionType = (typeof tokenTransactionTypes)[number];
/** Types of entries about finds of the member's own cards. Their `createdAt` is the start of the UTC day. */
export const typesOfOwnersFinds = ['owner_scan', 'placement'] as const satisfies TokenTransactionType[];

/**
 * Kinds of owed-token events: a reversal that exceeded the balance, or a settlement of that debt (repaid, forgiven, or restored because the
 * reversal was wrong).
 */
export const owedTokenKinds = ['reversal', 'repayment', 'forgiveness', 'restoration'] as const;
export type OwedTokenKind = (typeof owedTokenKinds)[number];

export const keyCounters = ['treasure', 'community'] as const;
export type KeyCounter = (typeof keyCounters)[number];

export const TokenTransaction = v.object({
  id: v.number(),
  amount: v.number(),
  type: v.picklist(tokenTransactionTypes),
  relatedEntityType: v.nullable(v.string()),
  relatedEntityId: v.nullable(v.string()),
  description: v.string(),
  createdAt: isoInstant,
});
export type TokenTransaction = v.InferOutput<typeof TokenTransaction>;

/** One page of token history. Pass `nextCursor` as `?cursor=`; it is null on the last page. */
export const TokenHistory = v.object({
  balance: v.number(),
  owed: v.number(),
  transactions: v.array(TokenTransaction),
  nextCursor: v.nullable(v.string()),
});
export type TokenHistory = v.InferOutput<typeof TokenHistory>;

/** Response of POST /api/tokens/pay-back, which repays owed tokens up to the available balance. */
export const RepayResponse = v.object({ paidBack: v.number(), tokenBalance: v.number(), owedTokens: v.number() });
export type RepayResponse = v.InferOutput<typeof RepayResponse>;
