/** Parts of the terms of use that are also quoted as evidence in payment disputes. */

/** Date of the current terms and privacy policy. */
export const termsUpdatedOn = '2025-04-14';

export const refundPolicy =
  'Your legal rights to withdraw or to get a refund are not affected. Otherwise we do not refund payments, even if you cancel a membership or delete your account before the year ends.';

export const cancellationPolicy =
  'You can cancel at any time in your account. You keep your membership until the end of the paid period; then your account goes back to Free.';
