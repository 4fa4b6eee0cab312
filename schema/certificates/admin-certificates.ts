/** Certificate management for administrators. Product rules: Certificates. */
import * as v from 'valibot';
import { VacationCertificate } from '#schema/certificates/certificate.ts';
import { requiredLines, requiredText } from '#schema/fields.ts';
import { stayStages } from '#schema/stays/stay.ts';

const cancelReasonMaxLength = 500;
const travelReferenceMaxLength = 100;

export const AdminCertificate = v.object({
  ...v.omit(VacationCertificate, ['activationLink', 'pdfUrl', 'stay']).entries,
  stage: v.nullable(v.picklist(stayStages)),
  /** Name as printed; null once the member is erased. */
  holderName: v.nullable(v.string()),
  user: v.object({ id: v.number(), email: v.string(), name: v.nullable(v.string()) }),
  cancelledBy: v.nullable(v.string()),
  /**
   * True if a super administrator has confirmed that the traveler only shares a name and date of birth with another person who already has
   * a stay.
   */
  isOtherPerson: v.boolean(),
  version: v.number(),
});
export type AdminCertificate = v.InferOutput<typeof AdminCertificate>;

export const AdminCertificates = v.array(AdminCertificate);

const reason = requiredLines('Please enter a reason for the member', cancelReasonMaxLength);
const travelPlugId = v.pipe(
  requiredText('Please enter the booking reference', travelReferenceMaxLength),
  v.regex(/^\S+$/, 'The reference can’t contain spaces'),
);

/** `isReleased`: confirms that the hotel has canceled the stay. Required for manual bookings because only the administrator knows this. */
const cancellation = { reason, isReleased: v.optional(v.boolean(), false) };
export const CancelCertificate = v.strictObject({ ...cancellation, version: v.pipe(v.number(), v.integer()) });
export const CancelCertificateForm = v.object(cancellation);

/** Body of PUT /api/admin/certificates/:id/booking, which enters or corrects the travel provider's reference. */
export const BookCertificate = v.strictObject({ travelPlugId, version: v.pipe(v.number(), v.integer()) });
export const BookCertificateForm = v.object({ travelPlugId });

/**
 * Body of POST /api/admin/certificates/:id/other-person, which confirms that the traveler only shares a name and date of birth with another
 * person who already has a stay.
 */
export const AllowOtherPerson = v.strictObject({
  reason: requiredLines('Please enter how you know', 300),
  version: v.pipe(v.number(), v.integer()),
});
export const AllowOtherPersonForm = v.object({ reason: AllowOtherPerson.entries.reason });
