/** The token ledger, as displayed to administrators. See "Tokens" and "Administrators" in docs/product-rules.md. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';
import { tokenTransactionTypes } from '#schema/tokens/token.ts';

export const LedgerEntry = v.object({
  id: v.number(),
  member: v.object({ id: v.number(), email: v.string(), name: v.nullable(v.string()) }),
  amount: v.number(),
  type: v.picklist(tokenTransactionTypes),
  description: v.string(),
  /** Subject of the ledger entry, for example `Card TC-0000003`; null if the entry has no subject. */
  related: v.nullable(v.string()),
  createdAt: isoInstant,
});
export type LedgerEntry = v.InferOutput<typeof LedgerEntry>;
export const LedgerEntryList = v.array(LedgerEntry);

/** Number of tokens issued to, redeemed by and withdrawn from members. */
const TokenFlow = v.object({ issued: v.number(), redeemed: v.number(), withdrawn: v.number() });
export type TokenFlow = v.InferOutput<typeof TokenFlow>;

export const TokenTotals = v.object({
  balance: v.number(),
  owed: v.number(),
  entries: v.number(),
  /** Totals for the last 30 days, including today. */
  lately: TokenFlow,
});
export type TokenTotals = v.InferOutput<typeof TokenTotals>;

/** Result of a completed ledger check. Sums are as of `startedAt`. */
export const LedgerCheck = v.object({
  startedAt: isoInstant,
  finishedAt: isoInstant,
  addsUp: v.boolean(),
  entries: v.number(),
  ledger: v.number(),
  held: v.number(),
  /** Totals that the dashboard and lists display, for comparison with the ledger. */
  runningEntries: v.number(),
  runningBalance: v.number(),
  ...TokenFlow.entries,
  owed: v.number(),
  owedLedger: v.number(),
  /** Number of members whose balance or owed tokens do not match their ledger rows, and the first few of them. */
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

/** Response of GET and POST /api/admin/tokens/check: the last finished check, and the start time of a running one. POST starts a check. */
export const LedgerChecks = v.object({
  last: v.nullable(LedgerCheck),
  runningSince: v.nullable(isoInstant),
  runningDiffering: v.number(),
});
export type LedgerChecks = v.InferOutput<typeof LedgerChecks>;
