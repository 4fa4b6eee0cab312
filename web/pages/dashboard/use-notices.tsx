import type { User } from '#schema/accounts/user.ts';
import { useCertificates } from '#web/features/certificates/certificates-api.ts';
import { listTripNotices } from '#web/features/certificates/trip/trip-notices.tsx';
import { chestNotice, hasNewChest } from '#web/features/chests/chest-notice.tsx';
import { lastMonth, useClosedChest } from '#web/features/chests/opened-chest.ts';
import { canHaveEarnings, useEarnings } from '#web/features/referrals/earnings.ts';
import { useFinds } from '#web/features/scans/finds/finds-api.ts';
import { thanksNotice } from '#web/features/scans/finds/thanks-notice.tsx';
import { useNow } from '#web/lib/react/use-now.ts';
import type { Notice } from '#web/ui/Notices.tsx';

/**
 * Returns news of the member's certificates that requires no action, a new chest and owners' thanks. `isKnown` is false until all of it has
 * loaded or failed to load.
 */
export function useNotices(user: User): { notices: Notice[]; isKnown: boolean } {
  const now = useNow(60_000);
  const certificates = useCertificates();
  const earnings = useEarnings(user);
  const { query: finds } = useFinds();
  const hasChest = earnings.data !== undefined && hasNewChest(earnings.data.treasureChests, now);
  const { isClosed } = useClosedChest({
    memberId: user.id,
    month: hasChest ? lastMonth(now) : undefined,
    openedMonth: earnings.data?.openedChestMonth ?? null,
  });
  const thanks = finds.data?.[0]?.newThanks;
  const notices = [
    ...listTripNotices(certificates.data ?? [], now).filter(({ kind }) => kind === 'look'),
    ...(isClosed ? [chestNotice(now)] : []),
    ...(thanks ? [thanksNotice(thanks)] : []),
  ];
  const isSettled = ({ data, error }: { data: unknown; error: unknown }) => data !== undefined || error !== undefined;
  return {
    notices,
    isKnown: isSettled(certificates) && isSettled(finds) && (!canHaveEarnings(user) || isSettled(earnings)),
  };
}
