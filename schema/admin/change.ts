import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

/** Optimistic lock: the request fails if the record has changed since the caller loaded it. */
export const version = v.pipe(v.number('version is required'), v.integer('version must be a whole number'));

/** Audit log entry, as displayed on the page of a member or card. */
export const Change = v.object({
  id: v.number(),
  action: v.string(),
  /** The administrator who made the change; null if it was not made by an administrator. */
  admin: v.nullable(v.string()),
  /**
   * Values before and after the change. Both values and the reason may contain personal data and are null unless the caller is a super
   * administrator.
   */
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
  reason: v.nullable(v.string()),
  createdAt: isoInstant,
});
