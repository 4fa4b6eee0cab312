import { plural, t } from '@lingui/core/macro';
import '#web/features/finding/nearby/finding.css';
import { useState } from 'react';
import { CardList } from '#web/features/finding/nearby/CardList.tsx';
import { type FoundFilter, filterByDistance } from '#web/features/finding/nearby/card-directions.ts';
import type { CarriedCards } from '#web/features/finding/nearby/carried/carried-cards.ts';
import { removeCarriedCards, useCarriedCards } from '#web/features/finding/nearby/carried/use-carried.ts';
import { FollowButton } from '#web/features/finding/nearby/FollowButton.tsx';
import { useDevicePlace } from '#web/features/finding/nearby/use-device-place.ts';
import { dateTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/react/use-now.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

const pageSize = 20;

/** Lists the stored cards while offline, sorted by distance from the device. */
function CarriedList({ region: { cards, place, placeName } }: { region: CarriedCards }) {
  const device = useDevicePlace(true);
  const [count, setCount] = useState(pageSize);
  const [filter, setFilter] = useState<FoundFilter>('all');
  const origin = device.fix ?? place;
  return (
    <div className="stack">
      {!device.fix && <p className="muted small">{t`Distances are measured from ${placeName}.`}</p>}
      <FollowButton device={device}>{t`Sort by my location`}</FollowButton>
      <CardList
        cards={filterByDistance(cards, origin, 'all').slice(0, count)}
        origin={origin}
        paging={{
          hasMore: count < cards.length,
          loadMore: async () => setCount(count + pageSize),
          isLoadingMore: false,
          moreError: null,
        }}
        label={t`Cards saved offline`}
        isOffline
        filter={filter}
        onFilter={setFilter}
      />
    </div>
  );
}

export function CarriedRegion({ memberId, isNeeded }: { memberId: number | null; isNeeded: boolean }) {
  const region = useCarriedCards(memberId);
  if (!region) return null;
  return <RegionSheet key={region.takenAt} region={region} isNeeded={isNeeded} />;
}

const minuteMs = 60_000;
/** Age in days after which the page warns that the cards may have changed. */
const staleAfterDays = 7;

function RegionSheet({ region, isNeeded }: { region: CarriedCards; isNeeded: boolean }) {
  const { cards, memberId, placeName, takenAt } = region;
  const [isExpanded, setIsExpanded] = useState(false);
  const days = Math.floor((useNow(minuteMs) - takenAt) / (24 * 60 * minuteMs));
  const savedAt = dateTime(new Date(takenAt).toISOString());
  const isOpen = isNeeded || isExpanded;
  return (
    <section className="sheet stack gap-3 carried" aria-labelledby="carried-title">
      <div>
        <h2 id="carried-title">{t`Saved offline`}</h2>
        <p>{t`${plural(cards.length, { one: '# card', other: '# cards' })} around ${placeName}`}</p>
        <p className="muted small">
          {plural(days, { 0: `Saved ${savedAt}, today.`, one: `Saved ${savedAt}, # day ago.`, other: `Saved ${savedAt}, # days ago.` })}
          {days >= staleAfterDays && <> {t`Cards may have changed since then: save them again when you’re online.`}</>}
        </p>
      </div>
      <div className="cluster">
        {!isNeeded && (
          <button type="button" className="secondary button-small" aria-expanded={isOpen} onClick={() => setIsExpanded(!isOpen)}>
            {isOpen ? t`Hide cards` : t`Show cards`}
          </button>
        )}
        <ActionButton
          className="ghost button-small"
          action={() => removeCarriedCards(memberId)}
          failed={t`Couldn’t remove the cards`}
        >{t`Remove`}</ActionButton>
      </div>
      {isOpen && <CarriedList region={region} />}
    </section>
  );
}
