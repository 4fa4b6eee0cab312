import { t } from '@lingui/core/macro';
import '#web/features/chests/opening-chest.css';
import type { ChestPayout } from '#schema/chests/treasure-chest.ts';
import { ChestArt } from '#web/features/chests/ChestArt.tsx';
import { chestName } from '#web/features/chests/chest-labels.ts';
import { formatDollars, monthName } from '#web/lib/format.ts';

/** Last month's chest, which the member opens with a tap. */
export function OpeningChest({ payout, isClosed, onOpen }: { payout: ChestPayout; isClosed: boolean; onOpen: () => void }) {
  const { month, level, amount } = payout;
  return (
    <section className="sheet stack opening-chest" aria-labelledby="opening-chest-title">
      <h2 id="opening-chest-title">{t`Your ${monthName(month)} chest`}</h2>
      <div className={isClosed ? 'chest-stage' : 'chest-stage is-open'}>
        <ChestArt level={isClosed ? 0 : level} />
      </div>
      <div role="status">
        {!isClosed && (
          <>
            <p className="opened-amount">{formatDollars(amount)}</p>
            <p>{t`Your keys opened a ${chestName(level)} chest. You’ll get the money with your next payout.`}</p>
          </>
        )}
      </div>
      {isClosed && <button type="button" className="treasure" onClick={onOpen}>{t`Open your chest`}</button>}
    </section>
  );
}
