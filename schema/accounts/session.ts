/** One's own sessions: where one is signed in. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

export const Session = v.object({
  /** Names the session among one's own without opening it. */
  id: v.string(),
  /** In plain words: `Firefox on Android`. */
  device: v.string(),
  /** Where it was last used: two letters (ISO 3166); null where that is not known. */
  country: v.nullable(v.string()),
  createdAt: isoInstant,
  /** To within an hour. */
  lastUsedAt: isoInstant,
  /** The one that asks. */
  isCurrent: v.boolean(),
});
export type Session = v.InferOutput<typeof Session>;

/** GET /api/sessions: the one that asks first, then the latest used. */
export const Sessions = v.array(Session);
