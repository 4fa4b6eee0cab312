import { useState } from 'react';
import { CardList } from '#web/features/finding/nearby/CardList.tsx';
import { filterAndSortCards } from '#web/features/finding/nearby/card-directions.ts';
import type { CarriedCards } from '#web/features/finding/nearby/carried/carried-cards.ts';
import { FollowButton } from '#web/features/finding/nearby/FollowButton.tsx';
import { useDevicePlace } from '#web/features/finding/nearby/use-device-place.ts';

const pageSize = 20;

/** Lists the stored cards while offline, sorted by distance from the device. */
export function CarriedList({ region: { cards, place, placeName } }: { region: CarriedCards }) {
  const device = useDevicePlace(true);
  const [count, setCount] = useState(pageSize);
  const origin = device.fix ?? place;
  return (
    <div className="stack">
      {!device.fix && <p className="muted small">Distances are measured from {placeName}.</p>}
      <FollowButton device={device}>Sort by my location</FollowButton>
      <CardList
        cards={filterAndSortCards(cards, origin, 'all', 'nearest').slice(0, count)}
        origin={origin}
        paging={{
          hasMore: count < cards.length,
          loadMore: async () => setCount(count + pageSize),
          isLoadingMore: false,
          moreError: null,
        }}
        label="Cards saved offline"
        canReport={false}
      />
    </div>
  );
}
