import { t } from '@lingui/core/macro';
import '#web/features/certificates/trip/trip-notices.css';
import { Link } from 'wouter';
import { lastMonth, useClosedChest } from '#web/features/chests/opened-chest.ts';
import { monthName } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { now } from '#web/lib/react/now.ts';

/** Leads to last month's chest until the member has opened it. */
export function ChestNotice({ memberId, openedMonth }: { memberId: number; openedMonth: string | null }) {
  const month = lastMonth(now());
  const { isClosed } = useClosedChest({ memberId, month, openedMonth });
  if (!isClosed) return null;
  return (
    <div className="trip-notices">
      <Link href={paths.treasureChests} className="trip-notice trip-notice-act">
        <span>
          <strong>{t`Your ${monthName(month)} chest is here`}</strong> <span>{t`Open it to see what’s inside.`}</span>
        </span>
        <span className="trip-notice-arrow" aria-hidden="true" />
      </Link>
    </div>
  );
}

/** Returns whether one of these chests came this month. Times are ISO. */
export function hasNewChest(chests: readonly { createdAt: string; status: string }[]): boolean {
  const thisMonth = new Date(now()).toISOString().slice(0, 7);
  return chests.some(({ createdAt, status }) => status !== 'reversed' && createdAt.slice(0, 7) === thisMonth);
}
