import { t } from '@lingui/core/macro';
import { lastMonth } from '#web/features/chests/opened-chest.ts';
import { monthName } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ChestIcon } from '#web/ui/icons/icons.tsx';
import type { Notice } from '#web/ui/Notices.tsx';

/** Leads to last month's chest. `now` is in milliseconds. */
export function chestNotice(now: number): Notice {
  return {
    id: 'chest',
    kind: 'look',
    href: paths.treasureChests,
    icon: <ChestIcon />,
    title: t`Your ${monthName(lastMonth(now))} chest is here`,
    text: t`Open it to see what’s inside.`,
  };
}

/** Returns whether one of these chests came this month. Times are ISO; `now` is in milliseconds. */
export function hasNewChest(chests: readonly { createdAt: string; status: string }[], now: number): boolean {
  const thisMonth = new Date(now).toISOString().slice(0, 7);
  return chests.some(({ createdAt, status }) => status !== 'reversed' && createdAt.slice(0, 7) === thisMonth);
}
