/** See "Accounts and sessions" and "Administrators" in docs/product-rules.md. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

/** Values by field name; nested values are returned as stored. */
const Values = v.record(v.string(), v.unknown());

export const AuditEntry = v.object({
  id: v.number(),
  createdAt: isoInstant,
  /** Null if the action was not taken by an administrator. */
  admin: v.nullable(v.object({ id: v.number(), email: v.string() })),
  /** In the form `noun.verb`. */
  action: v.string(),
  entityType: v.string(),
  entityId: v.string(),
  userId: v.nullable(v.number()),
  requestId: v.string(),
  /** Personal data, which is returned to super administrators only. */
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

export const AuditEntries = v.array(AuditEntry);
