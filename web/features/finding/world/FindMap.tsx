import { t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';
import type { CardPlace, NearCard } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import type { Area } from '#schema/finding/shown-place.ts';
import { getAreaAround, getCenter, hasContentIn } from '#web/features/finding/map/area-around.ts';
import { getCell } from '#web/features/finding/map/exactness.ts';
import type { MapView } from '#web/features/finding/map/map-content.ts';
import { PlaceMap } from '#web/features/finding/map/PlaceMap.tsx';
import { CardSheet } from '#web/features/finding/nearby/CardSheet.tsx';
import { CardWay } from '#web/features/finding/nearby/CardWay.tsx';
import {
  type CardDirection,
  type FoundFilter,
  filterByDistance,
  filterByFound,
  getDirection,
  listDistantCards,
} from '#web/features/finding/nearby/card-directions.ts';
import { toCardMarker } from '#web/features/finding/nearby/card-marker.ts';
import { DailyLimitReached } from '#web/features/finding/nearby/DailyLimitReached.tsx';
import { useWindowCards } from '#web/features/finding/nearby/places-api.ts';
import { pickPlace, type SearchPlace } from '#web/features/finding/nearby/search-place.ts';
import type { DevicePlace } from '#web/features/finding/nearby/use-device-place.ts';
import { formatCardCount } from '#web/features/finding/world/card-count.ts';
import { LocateControl } from '#web/features/finding/world/LocateControl.tsx';
import { errorText, isClosedToViewers } from '#web/lib/api-error.ts';
import type { Fix } from '#web/lib/fix.ts';
import { Alert } from '#web/ui/states/Alert.tsx';

/** Number of nearest cards that the initial view shows. More would leave little space between their pins on a phone. */
const getInitialCardCount = () => (globalThis.innerWidth < 700 ? 1 : 5);
/** Number of nearest cards in view whose pins show their names if there is space. On a phone, only the next card's does. */
const getNamedCardCount = () => (globalThis.innerWidth < 700 ? 0 : 4);
/** About 300 m, so that the pin of a card nearby does not cover the location. */
const minSpanDegrees = 0.003;
const zoomWithoutCards = 12;
/** Shows a large country whole, in a narrow window too. */
const getZoomOfCountry = () => (globalThis.innerWidth < 700 ? 3 : 4);
const zoomOfPosition = 15;
const wholeWorld: MapView = { latitude: 25, longitude: 0, zoom: 1 };

/**
 * Returns a view of the location with the nearest and the next card, or with all distant cards. If there are no cards, or if the view would
 * span the antimeridian, returns the location at a fixed zoom level.
 */
function getView(origin: Place, { nearest = [], nextCard }: Pick<FindMapProps, 'nearest' | 'nextCard'>): MapView {
  const distantCards = listDistantCards(nearest, origin);
  const places = distantCards.length > 0 ? distantCards : nearest.slice(0, getInitialCardCount());
  const area = places.length > 0 ? getAreaAround([origin, ...places, ...(nextCard ? [nextCard] : [])], minSpanDegrees) : null;
  return area ? { area } : { latitude: origin.latitude, longitude: origin.longitude, zoom: zoomWithoutCards };
}

/** Loads the cards in the part of the map that is in view. `shown` omits those outside it, which the response may have. */
export function useMapCards() {
  const [mapWindow, setMapWindow] = useState<{ area: Area; zoom: number } | null>(null);
  const query = useWindowCards(mapWindow);
  const isShown = (place: Place) => mapWindow !== null && hasContentIn(mapWindow.area, [place]);
  const shown = { cards: query.data?.cards.filter(isShown) ?? [], counts: query.data?.counts.filter(isShown) ?? [] };
  return { mapWindow, setMapWindow, shown, ...query };
}

interface FindMapProps {
  /** Location that the member searches around; null if the member has never chosen one. */
  searchPlace: SearchPlace | null;
  /** Approximate location of the member's network, used for the initial view if there is no search location. */
  country: Place | null;
  origin: Place | null;
  userPosition: Fix | undefined;
  /** The nearest cards; undefined while they load. */
  nearest: NearCard[] | undefined;
  /** Nearest card that the member has not found. The map shows its name unless a card is open. */
  nextCard: NearCard | undefined;
  /** Card that is open in the list. The map highlights it. */
  openCard: NearCard | null;
  /** Ids of the cards whose pin the member has pressed. */
  selectedIds: readonly string[];
  onSelect: (ids: string[]) => void;
  /** Which single cards the map shows. Groups of cards are never filtered. */
  filter: FoundFilter;
  /** Whether to explain that groups are not filtered. */
  hasFilterNote: boolean;
  device: DevicePlace;
  mapCards: ReturnType<typeof useMapCards>;
  /** True if the list already reports an error. */
  hasListFailed: boolean;
  /** Called with a tapped location. If undefined, taps change nothing, because a slip would lose the member's own position. */
  onPlaceChange: ((place: SearchPlace) => void) | undefined;
}

/** Shows cards on a map. Tapping anywhere but on a pin moves the search to that point, if `onPlaceChange` is defined. */
export function FindMap({
  searchPlace,
  country,
  origin,
  userPosition,
  nearest,
  nextCard,
  openCard,
  selectedIds,
  onSelect,
  filter,
  hasFilterNote,
  device,
  mapCards: { mapWindow, setMapWindow, shown, data, error, isLoading, mutate },
  hasListFailed,
  onPlaceChange,
}: FindMapProps) {
  const [view, setView] = useView({ searchPlace, country, nearest, nextCard });
  const cards = data?.cards;
  const contentInView = [...shown.cards, ...shown.counts];
  const [fittedPlace, setFittedPlace] = useState<Place | null>(null);
  const initialPlace = searchPlace ?? country;
  const isLoaded = data && !isLoading && error === undefined;
  if (isLoaded && mapWindow && initialPlace && initialPlace !== fittedPlace && hasContentIn(mapWindow.area, [initialPlace])) {
    const showOnce = (places: Place[], minZoom = 0) => {
      setFittedPlace(initialPlace);
      const area = getAreaAround(places);
      if (area) setView({ area, minZoom, maxZoom: mapWindow.zoom, isAutomatic: true });
    };
    if (searchPlace && nearest) {
      // If only card counts are known there, their areas may be larger than the map, with the counts outside it.
      const areCountsOutside = nearest.length === 0 && contentInView.length === 0 && data.counts.length > 0;
      showOnce(areCountsOutside && searchPlace.source !== 'map' ? [searchPlace, ...data.counts] : []);
    } else if (!searchPlace && mapWindow.zoom === getZoomOfCountry()) {
      // The middle of a country may have no cards, or they may be under the controls.
      showOnce(contentInView, mapWindow.zoom);
    }
  }

  // After the map has zoomed out for their sheet, the cards may be part of a group.
  const [pressedCards, setPressedCards] = useState<CardPlace[]>([]);
  const selectedCards = pressedCards
    .filter(({ id }) => selectedIds.includes(String(id)))
    .map((pressed) => cards?.find(({ id }) => id === pressed.id) ?? pressed);
  const marked = selectedCards[0] ?? openCard;
  const markers = useMemo(() => {
    if (!cards) return undefined;
    const shown: CardPlace[] = filterByFound(cards, filter);
    const isMarkedShown = !marked || shown.some(({ id }) => id === marked.id);
    return (isMarkedShown ? shown : [...shown, marked]).map(toCardMarker);
  }, [cards, filter, marked]);
  const target = marked ?? nextCard;
  // While the map follows the device, the user's position is the origin.
  const originMark = useMemo(() => {
    if (!searchPlace) return null;
    const name = searchPlace.source === 'typed' ? searchPlace.name : undefined;
    return { ...pickPlace(searchPlace), label: t`Around ${searchPlace.name}`, name };
  }, [searchPlace]);
  const cell = useMemo(() => (marked ? getCell(marked) : null), [marked]);
  const center = userPosition ?? origin;
  const namedIds = useMemo(() => {
    // The marked card's name is then the only one.
    if (!center || !nearest || marked) return [];
    const named = filterByDistance(nearest, center, filter).slice(0, getNamedCardCount());
    return named.map(({ id }) => String(id));
  }, [center, nearest, filter, marked]);
  const nearestCard = nextCard ?? (nearest && filterByFound(nearest, filter)[0]);
  const isEmpty = data !== undefined && mapWindow !== null && !hasContentIn(mapWindow.area, [...(markers ?? []), ...data.counts]);

  return (
    <>
      <PlaceMap
        label={t`Map of cards`}
        view={view}
        markers={markers}
        counts={data?.counts}
        area={cell}
        userPosition={userPosition}
        origin={originMark}
        selectedId={marked ? String(marked.id) : null}
        labeledId={target ? String(target.id) : null}
        namedIds={namedIds}
        zoomFocus={[target, center].filter((place) => place != null)}
        onMove={(area, zoom) => setMapWindow({ area, zoom })}
        onTap={onPlaceChange && ((place) => onPlaceChange({ ...place, name: t`the place on the map`, source: 'map' }))}
        onSelect={(ids) => {
          setPressedCards(cards?.filter(({ id }) => ids.includes(String(id))) ?? []);
          onSelect(ids);
        }}
      />
      <LocateControl device={device} onCenter={(place) => setView({ ...place, zoom: zoomOfPosition })} />
      {isEmpty && nearestCard && (
        <ShowNearest
          direction={getDirection(getCenter(mapWindow.area), nearestCard)}
          onShow={() => setView({ ...pickPlace(nearestCard), zoom: Math.max(mapWindow.zoom, zoomWithoutCards) })}
        />
      )}
      <div className="find-map-state">
        {hasFilterNote && data !== undefined && mapWindow !== null && hasContentIn(mapWindow.area, data.counts) && (
          <p className="find-map-note">{t`The numbers count all cards. Zoom in to filter.`}</p>
        )}
        <p className="visually-hidden" role="status">
          {data && formatCardCount(shown)} {onPlaceChange && t`Tap an empty spot to list the cards around it.`}
        </p>
        {error !== undefined && !hasListFailed && (
          <Alert tone="error" title={errorText(error, t`Couldn’t load this part of the map`)}>
            {!isClosedToViewers(error) && (
              <button type="button" className="link-button" onClick={() => void mutate()}>{t`Try again`}</button>
            )}
          </Alert>
        )}
        {data?.isDayUsedUp && <DailyLimitReached />}
      </div>
      {selectedCards.length > 0 && <CardSheet cards={selectedCards} origin={center} onClose={() => onSelect([])} />}
    </>
  );
}

/** Offers a way back when no card is in view, with the distance and direction from the map's center. */
function ShowNearest({ direction, onShow }: { direction: CardDirection; onShow: () => void }) {
  return (
    <button
      type="button"
      className="button-small find-map-nearest"
      onClick={(event) => {
        // This button disappears, so the map takes the focus.
        event.currentTarget.parentElement?.querySelector<HTMLElement>('.map')?.focus({ preventScroll: true });
        onShow();
      }}
    >
      {t`Show the nearest card`} <CardWay direction={direction} isShort />
    </button>
  );
}

/**
 * Returns the area of the map to show, and a function that changes it. It follows the search location and zooms out once to include the
 * nearest cards. A location chosen on the map is already in view.
 */
function useView({
  searchPlace,
  country,
  nearest,
  nextCard,
}: Pick<FindMapProps, 'searchPlace' | 'country' | 'nearest' | 'nextCard'>): [MapView, (view: MapView) => void] {
  const create = () => ({
    searchPlace,
    country,
    hasNearest: nearest !== undefined,
    view: searchPlace ? getView(searchPlace, { nearest, nextCard }) : country ? { ...country, zoom: getZoomOfCountry() } : wholeWorld,
  });
  const [shown, setShown] = useState(create);
  const setView = (view: MapView) => setShown((current) => ({ ...current, view }));
  const isMoved = shown.searchPlace !== searchPlace || (!searchPlace && shown.country !== country);
  const isFirstNearest = nearest !== undefined && !shown.hasNearest;
  if (isMoved || isFirstNearest) {
    const next = create();
    const nextView = isMoved ? next.view : { ...next.view, isAutomatic: true };
    const view = searchPlace?.source === 'map' ? shown.view : nextView;
    setShown({ ...next, view });
    return [view, setView];
  }
  return [shown.view, setView];
}
