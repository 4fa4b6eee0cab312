/** The token ledger as administrators read it. Product rules: Tokens; Administrators. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';
import { tokenTransactionTypes } from '#schema/tokens/token.ts';

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
  /** Sum of what members owe. */
  owed: v.number(),
  entries: v.number(),
  /** The last 30 days, today included. */
  lately: TokenFlow,
});
export type TokenTotals = v.InferOutput<typeof TokenTotals>;

/** A check that is done; every sum is as of `startedAt`. */
export const LedgerCheck = v.object({
  startedAt: isoInstant,
  finishedAt: isoInstant,
  addsUp: v.boolean(),
  /** Rows of the ledger, and what they add up to. */
  entries: v.number(),
  ledger: v.number(),
  /** Sum of all members' balances. */
  held: v.number(),
  /** What the tiles and the lists say there is. */
  runningEntries: v.number(),
  runningBalance: v.number(),
  /** What the days add up to, ever since. */
  ...TokenFlow.entries,
  /** What members owe, and what the rows of that add up to. */
  owed: v.number(),
  owedLedger: v.number(),
  /** How many members hold or owe something else than their rows add up to, and the first of them. */
  differing: v.number(),
  members: v.array(
    v.object({
      id: v.number(),
      email: v.string(),
      balance: v.number(),
      ledger: v.number(),
      owed: v.number(),
      owedLedger: v.number(),
    }),
  ),
});
export type LedgerCheck = v.InferOutput<typeof LedgerCheck>;

/** GET and POST /api/admin/tokens/check: the last check, and since when another one goes on. A POST begins one. */
export const LedgerChecks = v.object({
  last: v.nullable(LedgerCheck),
  runningSince: v.nullable(isoInstant),
  /** How many differ among the members that it has come to. */
  runningDiffering: v.number(),
});
export type LedgerChecks = v.InferOutput<typeof LedgerChecks>;
