import '#web/features/chests/opening-chest.css';
import { useState } from 'react';
import type { ChestPayout } from '#schema/chests/treasure-chest.ts';
import { ChestArt } from '#web/features/chests/ChestArt.tsx';
import { chestName } from '#web/features/chests/chest-labels.ts';
import { lastMonth, useClosedChest } from '#web/features/chests/opened-chest.ts';
import { formatDollars, monthName } from '#web/lib/format.ts';
import { now } from '#web/lib/react/now.ts';

/** Last month's chest, which the member opens with a tap. Renders nothing if there is none or it was open when the page loaded. */
export function OpeningChest({ memberId, payouts: [last] }: { memberId: number; payouts: readonly ChestPayout[] }) {
  const newest = last?.month === lastMonth(now()) && last.status !== 'reversed' ? last : undefined;
  const { isClosed, open } = useClosedChest(memberId, newest?.month);
  const [wasClosed] = useState(isClosed);
  if (!newest || !wasClosed) return null;
  const { month, level, amount } = newest;
  return (
    <section className="sheet stack opening-chest" aria-labelledby="opening-chest-title">
      <h2 id="opening-chest-title">Your {monthName(month)} chest</h2>
      <div className={isClosed ? 'chest-stage' : 'chest-stage is-open'}>
        <ChestArt level={isClosed ? 0 : level} />
      </div>
      <div role="status">
        {!isClosed && (
          <>
            <p className="opened-amount">{formatDollars(amount)}</p>
            <p>Your keys opened a {chestName(level)} chest. It comes with your next payout.</p>
          </>
        )}
      </div>
      {isClosed && (
        <button type="button" className="treasure" onClick={open}>
          Open your chest
        </button>
      )}
    </section>
  );
}
