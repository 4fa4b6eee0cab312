import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { ChestPayout, TreasureChests } from '#schema/chests/treasure-chest.ts';
import { ChestArt } from '#web/features/chests/ChestArt.tsx';
import { chestName } from '#web/features/chests/chest-labels.ts';
import { OpeningChest } from '#web/features/chests/OpeningChest.tsx';
import { lastMonth, useClosedChest } from '#web/features/chests/opened-chest.ts';
import { date, formatDollars, monthName } from '#web/lib/format.ts';
import { now } from '#web/lib/react/now.ts';
import { Badge, type StateLabel } from '#web/ui/Badge.tsx';

const statusLabels = (): Record<ChestPayout['status'], StateLabel> => ({
  pending: { label: t`Pending`, tone: 'info' },
  paid: { label: t({ message: 'Paid', context: 'earnings' }), tone: 'green' },
  held: { label: t`In review`, tone: 'yellow' },
  reversed: { label: t({ message: 'Reversed', context: 'chest' }), tone: 'grey' },
});

/** Returns whether last month's chest waits to be opened, and a function that opens it. */
export function useLastChest(
  memberId: number,
  { payouts: [last], openedMonth }: Pick<TreasureChests, 'payouts' | 'openedMonth'>,
): ReturnType<typeof useClosedChest> {
  const isNew = last?.month === lastMonth(now()) && last.status !== 'reversed';
  return useClosedChest({ memberId, month: isNew ? last.month : undefined, openedMonth });
}

interface LastChestProps extends ReturnType<typeof useClosedChest>, Pick<TreasureChests, 'payouts'> {}

/** Shows the chest that the member opened most recently, or lets them open it. Renders nothing if there is none. */
export function LastChest({ payouts: [last], isClosed, open }: LastChestProps) {
  const [wasClosed] = useState(isClosed);
  if (!last) return null;
  if (wasClosed) return <OpeningChest payout={last} isClosed={isClosed} onOpen={open} />;
  return (
    <section className="stack" aria-labelledby="last-chest-title">
      <h2 id="last-chest-title">{t`Last opened`}</h2>
      <div className="sheet chest-rows last-chest">
        <OpenedChest payout={last} />
      </div>
    </section>
  );
}

/** Lists the member's opened chests, except the latest one. */
export function ChestHistory({ payouts, takesPart }: Pick<TreasureChests, 'payouts' | 'takesPart'>) {
  const earlier = payouts.slice(1);
  if (payouts.length === 0) {
    return (
      <section className="stack chest-history" aria-labelledby="chest-history-title">
        <h2 id="chest-history-title">{t`Opened chests`}</h2>
        <div className="sheet">
          <h3>{t`No chests opened yet`}</h3>
          <p className="muted">{takesPart ? t`Your first one will appear here.` : t`Upgrade to Basic or Premium to open chests.`}</p>
        </div>
      </section>
    );
  }
  if (earlier.length === 0) return null;
  return (
    <section className="stack chest-history" aria-labelledby="chest-history-title">
      <h2 id="chest-history-title">{t`Earlier chests`}</h2>
      <ul className="sheet plain-list chest-rows" aria-labelledby="chest-history-title">
        {earlier.map((payout) => (
          <li key={payout.id}>
            <OpenedChest payout={payout} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OpenedChest({ payout: { month, level, amount, status, paidAt } }: { payout: ChestPayout }) {
  const { label, tone } = statusLabels()[status];
  return (
    <>
      <ChestArt level={level} />
      <div>
        <h3>
          <time dateTime={month}>{monthName(month)}</time>
        </h3>
        <p className="muted small">{chestName(level)}</p>
      </div>
      <div className="stack gap-1 chest-row-end">
        <strong className={status === 'reversed' ? 'taken-back' : undefined}>{formatDollars(amount)}</strong>
        <Badge tone={tone}>{status === 'paid' && paidAt !== null ? t`Paid ${date(paidAt)}` : label}</Badge>
      </div>
    </>
  );
}
