/** Product rules: Accounts and sessions; Administrators. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

/** Field to value; nested values as stored. */
const Values = v.record(v.string(), v.unknown());

export const AuditEntry = v.object({
  id: v.number(),
  createdAt: isoInstant,
  /** Null if no administrator did it. */
  admin: v.nullable(v.object({ id: v.number(), email: v.string() })),
  /** `noun.verb`. */
  action: v.string(),
  entityType: v.string(),
  entityId: v.string(),
  userId: v.nullable(v.number()),
  requestId: v.string(),
  /** Personal data; omitted unless the caller is a super administrator. */
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
