/** Changes of one thing, as administrators make them and look back on them. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

/** What the caller saw: a change of somebody else's since then refuses theirs. */
export const version = v.pipe(v.number('version is required'), v.integer('version must be a whole number'));

/** An entry of the audit log beside the member or the card that it is about. */
export const Change = v.object({
  id: v.number(),
  action: v.string(),
  /** Who did it; null where it was no administrator. */
  admin: v.nullable(v.string()),
  /** What was changed, and why, may be personal: null for plain administrators. */
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
  reason: v.nullable(v.string()),
  createdAt: isoInstant,
});
