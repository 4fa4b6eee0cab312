import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { NearCard } from '#schema/finding/finding.ts';
import { metersBetween, type Place } from '#schema/finding/geo.ts';
import { CardList } from '#web/features/finding/nearby/CardList.tsx';
import type { FoundFilter } from '#web/features/finding/nearby/card-directions.ts';
import { DailyLimitReached } from '#web/features/finding/nearby/DailyLimitReached.tsx';
import type { useNearbyCards } from '#web/features/finding/nearby/use-nearby-cards.ts';
import { errorText } from '#web/lib/api-error.ts';
import { formatDistance } from '#web/lib/distance/distance-format.ts';
import { useDistanceUnit } from '#web/lib/distance/distance-unit.ts';
import { Alert } from '#web/ui/states/Alert.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { EmptyTrail } from '#web/ui/states/EmptyTrail.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

/** Heights of the list's skeleton. */
export const listBlocks = ['2.75rem', '4rem', ...Array.from({ length: 6 }, () => '2.5rem')];

/** Distance in meters beyond which the list is folded up, because members rather look for a closer place. */
const farMeters = 160_000;

interface NearbyCardsProps {
  nearby: ReturnType<typeof useNearbyCards>;
  origin: Place;
  placeName: string;
  /** Called with the card whose sheet opens, and with null when it closes. */
  onOpen: (card: NearCard | null) => void;
  /** Ids of the cards that are marked in the list because their sheet was opened on the map. */
  markedIds: readonly string[];
  filter: FoundFilter;
  onFilter: (filter: FoundFilter) => void;
  filterEnd: ReactNode;
  /** The nearest card if none is nearby, and what to show then. */
  distantCard: NearCard | undefined;
  elsewhere: ReactNode;
}

export function NearbyCards({
  nearby: { query, paging, cards, isDayUsedUp },
  origin,
  placeName,
  onOpen,
  markedIds,
  filter,
  onFilter,
  filterEnd,
  distantCard,
  elsewhere,
}: NearbyCardsProps) {
  const unit = useDistanceUnit();
  const distantMeters = distantCard && metersBetween(origin, distantCard);
  const list = (
    <CardList
      cards={cards}
      origin={origin}
      paging={paging}
      label={t`Cards around ${placeName}`}
      onOpen={onOpen}
      markedIds={markedIds}
      filter={filter}
      onFilter={onFilter}
      filterEnd={filterEnd}
    />
  );
  return (
    <Loaded query={query} subject={t`Nearby cards`} heading="h2" blocks={listBlocks}>
      {() => (
        <div className="stack gap-3">
          {query.error !== undefined && (
            <Alert tone="error" title={t`Couldn’t load more cards`}>
              {errorText(query.error, t`Please try again.`)}
            </Alert>
          )}
          {isDayUsedUp && <DailyLimitReached />}
          {cards.length === 0 && !isDayUsedUp && (
            <EmptyState title={t`No cards on the map yet`} heading="h2" art={<EmptyTrail />}>
              <p>{t`Cards will show up here as soon as members place them.`}</p>
            </EmptyState>
          )}
          {/* At the daily limit, only the cards that the member has seen are known. */}
          {distantMeters !== undefined && !isDayUsedUp && (
            <>
              <p className="sheet" role="status">
                <Trans>
                  No cards near {placeName} yet. The nearest is <strong>{formatDistance(distantMeters, unit)}</strong> away.
                </Trans>
              </p>
              {elsewhere}
              <details className="closest-cards" open={distantMeters <= farMeters}>
                <summary>
                  <h2>{t`Closest cards`}</h2>
                </summary>
                {list}
              </details>
            </>
          )}
          {distantMeters === undefined && cards.length > 0 && list}
        </div>
      )}
    </Loaded>
  );
}
