/** The audit log as administrators read it. Product rules: Accounts and sessions; Administrators. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

/** Field -> its value; nested ones as they were stored. */
const Values = v.record(v.string(), v.unknown());

export const AuditEntry = v.object({
  id: v.number(),
  createdAt: isoInstant,
  /** Who did it; null where it was no administrator. */
  admin: v.nullable(v.object({ id: v.number(), email: v.string() })),
  /** `noun.verb`. */
  action: v.string(),
  entityType: v.string(),
  entityId: v.string(),
  /** The member whom it concerns. */
  userId: v.nullable(v.number()),
  requestId: v.string(),
  /** Personal data, for super administrators alone: absent for others. */
  personal: v.nullable(
    v.object({
      userEmail: v.nullable(v.string()),
      before: v.nullable(Values),
      after: v.nullable(Values),
      reason: v.nullable(v.string()),
      address: v.nullable(v.string()),
    }),
  ),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

/** GET /api/admin/audit: newest first. */
export const AuditEntries = v.array(AuditEntry);
