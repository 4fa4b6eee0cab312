import { useMemo, useState } from 'react';
import type { CardPlace, NearCard } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import type { Area } from '#schema/finding/shown-place.ts';
import { getAreaAround } from '#web/features/finding/map/area-around.ts';
import { exactnessLabels, getCell } from '#web/features/finding/map/exactness.ts';
import type { MapMarker, MapView } from '#web/features/finding/map/map-content.ts';
import { PinLegend } from '#web/features/finding/map/PinLegend.tsx';
import { PlaceMap } from '#web/features/finding/map/PlaceMap.tsx';
import { DailyLimitReached } from '#web/features/finding/nearby/DailyLimitReached.tsx';
import { foundStates } from '#web/features/finding/nearby/found-states.ts';
import { useWindowCards } from '#web/features/finding/nearby/places-api.ts';
import type { SearchPlace } from '#web/features/finding/nearby/search-place.ts';
import { formatCardCount } from '#web/features/finding/world/card-count.ts';
import { SelectedCards } from '#web/features/finding/world/SelectedCards.tsx';
import { errorText } from '#web/lib/api-error.ts';
import type { Fix } from '#web/lib/fix.ts';
import { Alert } from '#web/ui/states/Alert.tsx';

/** Number of nearest cards that the initial view shows. */
const initialCardCount = 8;
const zoomWithoutCards = 12;

/** Returns a view of the location and its nearest cards. Without cards, or across the antimeridian, returns an area around the location. */
function getInitialView(origin: Place, nearest: readonly Place[]): MapView {
  const area = nearest.length > 0 ? getAreaAround([origin, ...nearest.slice(0, initialCardCount)]) : null;
  return area ? { area } : { latitude: origin.latitude, longitude: origin.longitude, zoom: zoomWithoutCards };
}

interface FindMapProps {
  searchPlace: SearchPlace;
  origin: Place;
  userPosition: Fix | undefined;
  nearest: NearCard[];
  onPlaceChange: (place: SearchPlace) => void;
}

const markerKinds = { no: 'unfound', yes: 'found', own: 'own' } as const satisfies Record<CardPlace['found'], string>;

/** Shows cards on a map. Tapping anywhere but on a pin moves the search to that point. */
export function FindMap({ searchPlace, origin, userPosition, nearest, onPlaceChange }: FindMapProps) {
  const [mapWindow, setMapWindow] = useState<{ area: Area; zoom: number } | null>(null);
  const [display, setDisplay] = useState(() => ({ searchPlace, view: getInitialView(origin, nearest) }));
  if (display.searchPlace !== searchPlace) {
    // A location chosen on the map is already in view, so the map stays where it is.
    setDisplay({ searchPlace, view: searchPlace.source === 'map' ? display.view : getInitialView(searchPlace, []) });
  }
  const [selectedIds, setSelectedIds] = useState<string[]>([]);
  const { data, error } = useWindowCards(mapWindow);
  const cards = data?.cards;

  const markers = useMemo(() => cards?.map(toMarker), [cards]);
  const selectedCards = cards?.filter(({ id }) => selectedIds.includes(String(id))) ?? [];
  const selectedCard = cards?.find(({ id }) => String(id) === selectedIds[0]);
  const cell = useMemo(() => (selectedCard ? getCell(selectedCard) : null), [selectedCard]);

  return (
    <div className="stack">
      {error !== undefined && (
        <Alert tone="error" title="Couldn’t load this part of the map">
          {errorText(error, 'Move the map a little to try again.')}
        </Alert>
      )}
      {data?.isDayUsedUp && <DailyLimitReached />}
      <div className="map-and-chosen">
        <PlaceMap
          label="Map of cards"
          view={display.view}
          markers={markers}
          counts={data?.counts}
          area={cell}
          userPosition={userPosition}
          selectedId={selectedIds[0] ?? null}
          onMove={(area, zoom) => setMapWindow({ area, zoom })}
          onTap={(place) => onPlaceChange({ ...place, name: 'the place on the map', source: 'map' })}
          onSelect={setSelectedIds}
        />
        <div className="stack gap-3">
          <p className="muted" role="status">
            {data && formatCardCount(data)} Tap an empty spot to list the cards around it.
          </p>
          <SelectedCards cards={selectedCards} origin={userPosition ?? origin} nearCards={nearest} />
          <PinLegend />
        </div>
      </div>
    </div>
  );
}

function toMarker({ id, name, latitude, longitude, visibility, found }: CardPlace): MapMarker {
  const label = `${name}, ${foundStates[found].label.toLowerCase()}, ${exactnessLabels[visibility]}`;
  return { id: String(id), label, latitude, longitude, kind: markerKinds[found], visibility };
}
