import * as v from 'valibot';
import { identityProof, isoInstant } from '#schema/fields.ts';

/** Query of POST /api/sign-out-everywhere and DELETE /api/sessions: whether to keep passkeys added in the last 30 days. */
export const RecentPasskeys = v.object({ recentPasskeys: v.optional(v.picklist(['remove', 'keep']), 'remove') });
export type RecentPasskeys = v.InferOutput<typeof RecentPasskeys>;

/** Optional body of requests that end other sessions. Without `currentPassword`, a recent sign-in is required. */
export const EndSessionsRequest = v.strictObject({
  currentPassword: identityProof(),
});

/** Fields of the form, where the empty password means that there was a recent sign-in. */
export const EndSessionsForm = v.object({ currentPassword: v.optional(v.string()) });

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
