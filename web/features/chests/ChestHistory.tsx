import type { ChestPayout } from '#schema/chests/treasure-chest.ts';
import { ChestArt } from '#web/features/chests/ChestArt.tsx';
import { chestName } from '#web/features/chests/chest-labels.ts';
import { date, formatDollars, monthName } from '#web/lib/format.ts';
import { Badge, type StateLabel } from '#web/ui/Badge.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';

const statusLabels: Record<ChestPayout['status'], StateLabel> = {
  pending: { label: 'Pending', tone: 'info' },
  paid: { label: 'Paid', tone: 'green' },
  held: { label: 'In review', tone: 'yellow' },
  reversed: { label: 'Reversed', tone: 'grey' },
};

export function ChestHistory({ payouts, isParticipating }: { payouts: ChestPayout[]; isParticipating: boolean }) {
  return (
    <section className="stack" aria-labelledby="chest-history-title">
      <h2 id="chest-history-title">Opened chests</h2>
      {payouts.length === 0 ? (
        <div className="sheet">
          <EmptyState title="No chests opened yet" art={<ChestArt level={0} />}>
            <p>{isParticipating ? 'Your chests appear here at the end of each month.' : 'Upgrade to Basic or Premium to open chests.'}</p>
          </EmptyState>
        </div>
      ) : (
        <ul className="stack gap-3 plain-list opened-chests" aria-labelledby="chest-history-title">
          {payouts.map((payout) => (
            <OpenedChest key={payout.id} payout={payout} />
          ))}
        </ul>
      )}
    </section>
  );
}

function OpenedChest({ payout: { month, level, amount, status, paidAt } }: { payout: ChestPayout }) {
  const { label, tone } = statusLabels[status];
  return (
    <li className="sheet">
      <ChestArt level={level} />
      <div>
        <h3>
          <time dateTime={month}>{monthName(month)}</time>
        </h3>
        <p className="muted">{chestName(level)}</p>
      </div>
      <div className="stack gap-1 opened-chest-money">
        <strong className={status === 'reversed' ? 'taken-back' : undefined}>{formatDollars(amount)}</strong>
        <Badge tone={tone}>{status === 'paid' && paidAt !== null ? `Paid ${date(paidAt)}` : label}</Badge>
      </div>
    </li>
  );
}
