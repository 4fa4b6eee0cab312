import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

/** Optimistic lock: refused if someone else has changed it since. */
export const version = v.pipe(v.number('version is required'), v.integer('version must be a whole number'));

/** Audit entry shown with the member or card it concerns. */
export const Change = v.object({
  id: v.number(),
  action: v.string(),
  /** Null if no administrator did it. */
  admin: v.nullable(v.string()),
  /** Values and reasons may be personal: null unless the caller is a super administrator. */
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
  reason: v.nullable(v.string()),
  createdAt: isoInstant,
});
