/** Whom the member has invited. */
import { Referrals } from '#schema/referral.ts';
import { usePages } from '#web/lib/pages.ts';

/** The invited people, newest first, and how many there are. */
export function useReferrals() {
  const { pages, error, reload, reading } = usePages('/api/referrals', Referrals);
  return { totals: pages?.[0]?.totals, people: pages?.flatMap((page) => page.people), error, reload, reading };
}

/** The invitation link as an SVG. */
export const invitationQrPath = '/api/referrals/qr';
