import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { NearCard } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import { CardList } from '#web/features/finding/nearby/CardList.tsx';
import type { FoundFilter } from '#web/features/finding/nearby/card-directions.ts';
import { DailyLimitReached } from '#web/features/finding/nearby/DailyLimitReached.tsx';
import type { useNearbyCards } from '#web/features/finding/nearby/use-nearby-cards.ts';
import { errorText } from '#web/lib/api-error.ts';
import { Alert } from '#web/ui/states/Alert.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { EmptyTrail } from '#web/ui/states/EmptyTrail.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

/** Heights of the list's skeleton. */
export const listBlocks = ['2.75rem', '4rem', ...Array.from({ length: 6 }, () => '2.5rem')];

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
  /** Whether no card is nearby, and what to show above the list then. */
  isDistant: boolean;
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
  isDistant,
  elsewhere,
}: NearbyCardsProps) {
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
          {isDistant && (
            <>
              {/* At the daily limit, only the cards that the member has seen are known. */}
              {!isDayUsedUp && <p className="find-empty" role="status">{t`No cards near ${placeName} yet.`}</p>}
              {elsewhere}
              {!isDayUsedUp && <h2 className="find-title">{t`Closest cards`}</h2>}
            </>
          )}
          {cards.length > 0 && !(isDistant && isDayUsedUp) && list}
        </div>
      )}
    </Loaded>
  );
}
