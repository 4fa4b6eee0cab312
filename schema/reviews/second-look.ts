/** Second looks at passed certificates. Product rules: Reviews, Second looks. */
import * as v from 'valibot';
import { AdminCertificate } from '#schema/certificates/admin-certificates.ts';
import { isoInstant, requiredLines } from '#schema/fields.ts';

/** States of a second look. `raised`: escalated to a super administrator. `agreed` and `closed` are final. */
export const secondLookStates = ['waiting', 'raised', 'agreed', 'closed'] as const;
export type SecondLookState = (typeof secondLookStates)[number];

export const secondLooksPath = '/api/admin/second-looks';
export const secondLookTextMaxLength = 1_000;

export const SecondLook = v.object({
  id: v.number(),
  state: v.picklist(secondLookStates),
  review: v.object({
    ...v.pick(AdminCertificate, ['id', 'number', 'type', 'status']).entries,
    /** Codes of the review signals that currently apply to the certificate. */
    signals: v.array(v.string()),
  }),
  user: v.object({ id: v.number(), email: v.string(), name: v.nullable(v.string()) }),
  /** True if the second look is about a traveler whom an administrator allowed or named for this certificate. */
  isAboutTraveler: v.boolean(),
  passedBy: v.string(),
  passedAt: isoInstant,
  /** The administrator who agreed with the decision or escalated it; null while waiting. */
  lookedBy: v.nullable(v.string()),
  lookedAt: v.nullable(isoInstant),
  /** Reason for the escalation. */
  reason: v.nullable(v.string()),
  version: v.number(),
});
export type SecondLook = v.InferOutput<typeof SecondLook>;

/** Response of GET /api/admin/second-looks, oldest first. Omits certificates whose review the caller passed. */
export const SecondLooks = v.array(SecondLook);

const version = v.pipe(v.number(), v.integer());
const reason = requiredLines('Please enter a reason', secondLookTextMaxLength);

/** Body of POST /api/admin/second-looks/:id/agree. /agree, /raise and /close return the `SecondLook`. */
export const AgreeSecondLook = v.strictObject({ version });
/** Body of POST /api/admin/second-looks/:id/raise and /close. */
export const ExplainSecondLook = v.strictObject({ reason, version });
export const ExplainSecondLookForm = v.object({ reason });
