import { Referrals } from '#schema/referrals/referral.ts';
import { usePages } from '#web/lib/api/pages.ts';

export function useReferrals() {
  return usePages('/api/referrals', Referrals);
}

export const invitationQrPath = '/api/referrals/qr';
