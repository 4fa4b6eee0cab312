/** Whom the member has invited. */
import { Referrals } from '#schema/referrals/referral.ts';
import { usePages } from '#web/lib/api/pages.ts';

/** The invited people, newest first, and how many there are. */
export function useReferrals() {
  return usePages('/api/referrals', Referrals);
}

/** The invitation link as an SVG. */
export const invitationQrPath = '/api/referrals/qr';
