import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

export const Session = v.object({
  /** Identifies the session but cannot open it. */
  id: v.string(),
  /** Such as `Firefox on Android`. */
  device: v.string(),
  /** Country of last use (ISO 3166 alpha-2); null if unknown. */
  country: v.nullable(v.string()),
  createdAt: isoInstant,
  lastUsedAt: isoInstant,
  isCurrent: v.boolean(),
});
export type Session = v.InferOutput<typeof Session>;

/** GET /api/sessions: current first, then by last use. */
export const Sessions = v.array(Session);
