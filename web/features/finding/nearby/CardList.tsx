import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { NearCard } from '#schema/finding/finding.ts';
import { metersBetween, type Place } from '#schema/finding/geo.ts';
import type { MarkerKind } from '#web/features/finding/map/map-content.ts';
import { CardPin } from '#web/features/finding/nearby/CardPin.tsx';
import { CardRow } from '#web/features/finding/nearby/CardRow.tsx';
import { CardSheet } from '#web/features/finding/nearby/CardSheet.tsx';
import {
  type FoundFilter,
  filterByDistance,
  filterByFound,
  findNextCard,
  getDirection,
  hasArrived,
  nearbyMeters,
} from '#web/features/finding/nearby/card-directions.ts';
import { DirectionsLink } from '#web/features/finding/nearby/DirectionsLink.tsx';
import { foundStates } from '#web/features/finding/nearby/found-states.ts';
import { useNewestFinds } from '#web/features/scans/found/found-api.ts';
import { useScanner } from '#web/features/scans/scanning/use-scanner.tsx';
import { number } from '#web/lib/format.ts';
import type { Paging } from '#web/lib/paging.ts';
import { paths } from '#web/lib/paths.ts';
import { GrowingList } from '#web/ui/GrowingList.tsx';
import { QrIcon } from '#web/ui/icons/icons.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';

interface CardListProps {
  cards: NearCard[];
  /** Position from which distances are measured. */
  origin: Place;
  paging: Paging;
  label: string;
  /** True if the cards come from device storage. */
  isOffline?: boolean;
  /** Called with the card whose sheet opens, and with null when it closes. */
  onOpen?: (card: NearCard | null) => void;
  /** Ids of the cards whose sheet is open elsewhere. */
  markedIds?: readonly string[];
  filter: FoundFilter;
  onFilter: (filter: FoundFilter) => void;
  /** Shown at the end of the filter, which stays visible above a long list. */
  filterEnd?: ReactNode;
}

const foundFilters = (): { filter: FoundFilter; label: string; pin?: MarkerKind }[] => [
  { filter: 'all', label: t`All` },
  { filter: 'unfound', label: t`To find`, pin: foundStates().no.pin },
  { filter: 'found', label: foundStates().yes.label, pin: foundStates().yes.pin },
];

/** Lists cards, nearest first, and highlights the nearest one that the member has not found. Pressing a card opens its sheet. */
export function CardList({
  cards,
  origin,
  paging,
  label,
  isOffline = false,
  onOpen,
  markedIds = [],
  filter,
  onFilter,
  filterEnd,
}: CardListProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  // The list is replaced when the location changes, which closes the sheet.
  useEffect(() => () => onOpen?.(null), [onOpen]);
  const visibleCards = filterByDistance(cards, origin, filter);
  const firstFarIndex = visibleCards.findIndex((card) => metersBetween(origin, card) > nearbyMeters);
  const next = findNextCard(cards, origin);
  const isEmpty = visibleCards.length === 0;
  const hasNoFinds = useNewestFinds(isEmpty && filter === 'found' && !isOffline).data?.finds.length === 0;
  const scanner = useScanner();
  const isAtNext = next !== undefined && hasArrived(origin, getDirection(origin, next));
  const openCard = cards.find(({ id }) => id === openId);
  const open = (card: NearCard | null) => {
    setOpenId(card?.id ?? null);
    onOpen?.(card);
  };
  const renderRow = (card: NearCard) => (
    <>
      <CardRow
        card={card}
        direction={getDirection(origin, card)}
        isNext={card === next}
        isSelected={card.id === openId || markedIds.includes(String(card.id))}
        onSelect={() => open(card)}
      />
      {card === next &&
        (isAtNext ? (
          <button type="button" className="treasure card-row-directions" aria-busy={scanner.isOpening || undefined} onClick={scanner.open}>
            <QrIcon />
            {t`Scan`}
          </button>
        ) : (
          <DirectionsLink card={card} className="button card-row-directions">
            {t`Directions`}
            <span className="visually-hidden">, {card.name}</span>
          </DirectionsLink>
        ))}
    </>
  );
  return (
    <div className="stack gap-2">
      <FoundFilterChips value={filter} cards={cards} hasMore={paging.hasMore} onChoose={onFilter} end={filterEnd} />
      {hasNoFinds ? (
        <EmptyState title={t`No finds yet`} heading="h2">
          {next && (
            <>
              <ul className="plain-list card-rows">
                <li>{renderRow(next)}</li>
              </ul>
              <button type="button" onClick={() => onFilter('unfound')}>{t`Show cards to find`}</button>
            </>
          )}
        </EmptyState>
      ) : (
        <>
          {isEmpty && (
            <p className="muted" role="status">
              {filter === 'found' ? t`You haven’t found any of the cards shown.` : t`You’ve found or own all of the cards shown.`}
              {paging.hasMore && filter !== 'found' && <> {t`Show more to see cards farther away.`}</>}
            </p>
          )}
          <GrowingList
            count={visibleCards.length}
            paging={filter === 'found' ? { ...paging, hasMore: false } : paging}
            moreFailed={t`Couldn’t load more cards.`}
            className="card-rows"
            label={label}
          >
            {visibleCards.map((card, index) => (
              <li key={card.id} tabIndex={-1}>
                {index === firstFarIndex && index > 0 && <h3 className="card-rows-far">{t`Farther away`}</h3>}
                {renderRow(card)}
              </li>
            ))}
          </GrowingList>
          {filter === 'found' && !isOffline && (
            <Link href={paths.foundCards} className="standalone-link">{t`All cards you have found`}</Link>
          )}
        </>
      )}
      {openCard && <CardSheet cards={[openCard]} origin={origin} isOffline={isOffline} onClose={() => open(null)} />}
      {scanner.dialog}
    </div>
  );
}

interface FoundFilterChipsProps {
  value: FoundFilter;
  cards: NearCard[];
  hasMore: boolean;
  onChoose: (filter: FoundFilter) => void;
  end: ReactNode;
}

/**
 * Filters the list and the map. The chips show the map's pins, so they also explain what the pins mean. They show
 * counts once all cards are loaded.
 */
function FoundFilterChips({ value, cards, hasMore, onChoose, end }: FoundFilterChipsProps) {
  return (
    <fieldset className="status-filter found-filter">
      <legend className="visually-hidden">{t`Cards to show`}</legend>
      {foundFilters().map(({ filter, label, pin }) => (
        <button key={filter} type="button" className="chip" aria-pressed={filter === value} onClick={() => onChoose(filter)}>
          {pin && <CardPin pin={pin} />}
          {label} {filter !== 'all' && !hasMore && <span className="chip-count">{number(filterByFound(cards, filter).length)}</span>}
        </button>
      ))}
      {end}
    </fieldset>
  );
}
