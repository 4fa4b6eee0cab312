/** The token ledger as administrators read it. Rulings sections 4 and 11. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';
import { tokenTransactionTypes } from '#schema/token.ts';

/** GET /api/admin/tokens: a row of the ledger. */
export const LedgerEntry = v.object({
  id: v.number(),
  member: v.object({ id: v.number(), email: v.string(), name: v.nullable(v.string()) }),
  amount: v.number(),
  type: v.picklist(tokenTransactionTypes),
  /** The reason, in words for the member. */
  description: v.string(),
  /** What it is about, e.g. `Card TC-0000003`; null where nothing is. */
  related: v.nullable(v.string()),
  createdAt: isoInstant,
});
export type LedgerEntry = v.InferOutput<typeof LedgerEntry>;
export const LedgerEntryList = v.array(LedgerEntry);

/** What happened to tokens: given to members, spent by them, taken from them. */
const TokenFlow = v.object({ issued: v.number(), redeemed: v.number(), withdrawn: v.number() });
export type TokenFlow = v.InferOutput<typeof TokenFlow>;

/** GET /api/admin/tokens/totals */
export const TokenTotals = v.object({
  /** Sum of all members' balances. */
  balance: v.number(),
  entries: v.number(),
  /** The last 30 days, today included. */
  lately: TokenFlow,
});
export type TokenTotals = v.InferOutput<typeof TokenTotals>;

/** GET /api/admin/tokens/check: whether what was issued less what was redeemed and withdrawn is what members hold. */
export const LedgerCheck = v.object({ ...TokenFlow.entries, balance: v.number(), addsUp: v.boolean() });
export type LedgerCheck = v.InferOutput<typeof LedgerCheck>;
