import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

/** Query of POST /api/sign-out-everywhere and DELETE /api/sessions: whether to keep passkeys added in the last 30 days. */
export const RecentPasskeys = v.object({ recentPasskeys: v.optional(v.picklist(['remove', 'keep']), 'remove') });
export type RecentPasskeys = v.InferOutput<typeof RecentPasskeys>;

export const Session = v.object({
  /** Session identifier that cannot be used to sign in. */
  id: v.string(),
  /** Browser and operating system, for example `Firefox on Android`. */
  device: v.string(),
  /** Country where the session was last used (ISO 3166 alpha-2); null if unknown. */
  country: v.nullable(v.string()),
  createdAt: isoInstant,
  lastUsedAt: isoInstant,
  isCurrent: v.boolean(),
});
export type Session = v.InferOutput<typeof Session>;

/** Response of GET /api/sessions: the current session first, then the others, most recently used first. */
export const Sessions = v.array(Session);
