import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

/** Body of every error response. schema/errors.ts defines the codes. `fields` contains a message for each invalid input. */
export const ErrorBody = v.object({
  message: v.string(),
  code: v.string(),
  requestId: v.string(),
  params: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  fields: v.optional(v.record(v.string(), v.string())),
  /** Data that the page needs to handle the error. Its shape depends on `code`. */
  data: v.optional(v.unknown()),
});
export type ErrorBody = v.InferOutput<typeof ErrorBody>;

export const Health = v.object({ status: v.literal('ok'), time: isoInstant });
export type Health = v.InferOutput<typeof Health>;

const part = v.picklist(['ok', 'failing', 'unknown']);

/**
 * Response of GET /api/health/deep: 200 if all parts are healthy, otherwise 503. `unknown` means that the database did not respond. `mail`
 * is `off` if no sender is configured.
 */
export const DeepHealth = v.object({
  status: v.picklist(['ok', 'failing']),
  time: isoInstant,
  database: part,
  sessions: part,
  mail: v.object({
    status: v.picklist(['ok', 'failing', 'unknown', 'off']),
    oldestDueAt: v.nullable(isoInstant),
  }),
  /** States of the token ledger (`ledger`) and of all dollar amounts (`money`): `failing` if the last check found a mismatch. */
  ledger: part,
  money: part,
  jobs: v.record(v.string(), v.object({ status: part, lastGoodAt: v.nullable(isoInstant) })),
});
export type DeepHealth = v.InferOutput<typeof DeepHealth>;

/** Response of GET /api/config: the configured external services. Services that are not configured are empty or null. */
export const SiteConfig = v.object({
  environment: v.picklist(['development', 'production']),
  publicOrigin: v.string(),
  signInProviders: v.array(v.picklist(['google', 'facebook', 'apple'])),
  firebase: v.nullable(
    v.object({
      apiKey: v.string(),
      projectId: v.string(),
      /** URL of Google's auth emulator, in development only. */
      emulator: v.optional(v.string()),
    }),
  ),
  /** URL of the local fake sign-in page, in development only. */
  localSignInPage: v.nullable(v.string()),
  stripePublishableKey: v.nullable(v.string()),
  /** True if payments use the local Stripe fake. The page then displays its own card form and calls /api/local-stripe. */
  localPayments: v.boolean(),
  /** Tile URL template with {z}, {x} and {y}; null for a map without tiles. */
  mapTiles: v.nullable(v.string()),
  /** Clock offset set by `npm run clock`, in seconds; development only. */
  clockOffsetSeconds: v.optional(v.number()),
});
export type SiteConfig = v.InferOutput<typeof SiteConfig>;

const earning = v.object({
  id: v.number(),
  amount: v.number(),
  status: v.picklist(['pending', 'paid', 'reversed', 'held', 'paying']),
  description: v.string(),
  createdAt: isoInstant,
  paidAt: v.nullable(isoInstant),
});

/**
 * Response of GET /api/earnings in dollars: grandTotal = commissions + treasureChests = pending + paid. `surpluses`: overpayments (positive)
 * and their deductions from later payments (negative), newest first.
 */
export const Earnings = v.object({
  summary: v.object({ commissions: v.number(), treasureChests: v.number(), pending: v.number(), paid: v.number(), grandTotal: v.number() }),
  commissions: v.array(earning),
  treasureChests: v.array(earning),
  /** Newest month (`YYYY-MM`) whose chest the member has opened; null if none. */
  openedChestMonth: v.nullable(v.string()),
  surpluses: v.array(v.object({ id: v.number(), amount: v.number(), reference: v.string(), paidAt: isoInstant })),
});
export type Earnings = v.InferOutput<typeof Earnings>;
