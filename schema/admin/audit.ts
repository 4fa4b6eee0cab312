/** Audit log entries, as displayed to administrators. Product rules: Accounts and sessions; Administrators. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

/** Recorded values by field name. Nested values are returned as stored. */
const Values = v.record(v.string(), v.unknown());

export const AuditEntry = v.object({
  id: v.number(),
  createdAt: isoInstant,
  /** The administrator who took the action; null if it was not taken by an administrator. */
  admin: v.nullable(v.object({ id: v.number(), email: v.string() })),
  /** Name of the action, in the form `noun.verb`. */
  action: v.string(),
  entityType: v.string(),
  entityId: v.string(),
  userId: v.nullable(v.number()),
  /** The payout run of which this entry is a step or a payment. */
  runId: v.nullable(v.number()),
  requestId: v.string(),
  /** Personal data in the entry; null unless the caller is a super administrator. */
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
