/** What the page needs to know of the server: health, configuration, error bodies; and the earnings summary. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

/** Every error body. `fields` names each invalid input. */
export const ErrorBody = v.object({
  message: v.string(),
  code: v.string(),
  requestId: v.string(),
  fields: v.optional(v.record(v.string(), v.string())),
});
export type ErrorBody = v.InferOutput<typeof ErrorBody>;

/** GET /api/health. */
export const Health = v.object({ status: v.literal('ok'), time: isoInstant });
export type Health = v.InferOutput<typeof Health>;

const part = v.picklist(['ok', 'failing', 'unknown']);

/**
 * GET /api/health/deep: which part is not well. 200 where all are, else 503. `unknown`: the database could not be asked.
 * `mail` is `off` where no sender is set up.
 */
export const DeepHealth = v.object({
  status: v.picklist(['ok', 'failing']),
  time: isoInstant,
  database: part,
  sessions: part,
  mail: v.object({
    status: v.picklist(['ok', 'failing', 'unknown', 'off']),
    /** Since when the mail is due that has been due for longest and still waits. */
    oldestDueAt: v.nullable(isoInstant),
  }),
  jobs: v.record(v.string(), v.object({ status: part, lastGoodAt: v.nullable(isoInstant) })),
});
export type DeepHealth = v.InferOutput<typeof DeepHealth>;

/** GET /api/config: which outside services are set up here. Empty or null means: absent from the page. */
export const SiteConfig = v.object({
  environment: v.picklist(['development', 'production']),
  publicOrigin: v.string(),
  signInProviders: v.array(v.picklist(['google', 'facebook', 'apple'])),
  /** With what the page loads the Firebase SDK; null where it has nothing to load. */
  firebase: v.nullable(
    v.object({
      apiKey: v.string(),
      projectId: v.string(),
      /** Of Google's auth emulator; development only. */
      emulator: v.optional(v.string()),
    }),
  ),
  /** The local fake of the providers' sign-in page; development only. */
  localSignInPage: v.nullable(v.string()),
  stripePublishableKey: v.nullable(v.string()),
  /** True where payments go to the local fake: the page shows its own card form and calls it under /api/local-stripe. */
  localPayments: v.boolean(),
  /** The address of the map's tiles, with {z}, {x} and {y} in it; null where the map is drawn without. */
  mapTiles: v.nullable(v.string()),
  /** How far the clock here is ahead of the true time, where `npm run clock` has moved it; development only. */
  clockOffsetSeconds: v.optional(v.number()),
});
export type SiteConfig = v.InferOutput<typeof SiteConfig>;

const earning = v.object({
  id: v.number(),
  /** Negative where a commission was taken back. */
  amount: v.number(),
  status: v.picklist(['pending', 'paid', 'reversed', 'held']),
  /** Whom or which month it is for, in words. */
  description: v.string(),
  createdAt: isoInstant,
  paidAt: v.nullable(isoInstant),
});

/** GET /api/earnings, in dollars: grandTotal = commissions + treasureChests = pending + paid. */
export const Earnings = v.object({
  summary: v.object({ commissions: v.number(), treasureChests: v.number(), pending: v.number(), paid: v.number(), grandTotal: v.number() }),
  commissions: v.array(earning),
  treasureChests: v.array(earning),
});
export type Earnings = v.InferOutput<typeof Earnings>;
