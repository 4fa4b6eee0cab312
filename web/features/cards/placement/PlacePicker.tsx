import { t } from '@lingui/core/macro';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Place } from '#schema/finding/geo.ts';
import type { PlaceVisibility } from '#schema/finding/place-visibility.ts';
import { type Area, cellAround, getShownPlace } from '#schema/finding/shown-place.ts';
import { useVisibilityLabels } from '#web/features/cards/placement/visibility-labels.ts';
import type { MapMarker, MapView } from '#web/features/finding/map/map-content.ts';
import { PlaceMap } from '#web/features/finding/map/PlaceMap.tsx';
import { TownSearch } from '#web/features/finding/map/towns/TownSearch.tsx';
import { toCardMarker } from '#web/features/finding/nearby/card-marker.ts';
import { useWindowCards } from '#web/features/finding/nearby/places-api.ts';

const world: MapView = { latitude: 20, longitude: 0, zoom: 1 };
const townZoom = 13;
const chosenZoom = 15;

interface PlacePickerProps {
  /** Row id of the card that is being placed. The map leaves out this card's current pin. */
  cardId: number;
  place: Place | null;
  visibility: PlaceVisibility;
  /**
   * Called with a tapped location. If undefined, the map only shows `place` because its outline of the land is too coarse for choosing a
   * location.
   */
  onPick: ((place: Place) => void) | undefined;
}

export function PlacePicker({ cardId, place, visibility, onPick }: PlacePickerProps) {
  const visibilityLabels = useVisibilityLabels();
  const [view, setView] = useState<MapView>(() => (place ? getMapView(place, visibility) : world));
  const shownPlace = useRef(place);
  const nearbyCards = useNearbyMarkers(cardId, place !== null);
  const markers = useMemo(
    () => [...nearbyCards.markers, ...(place ? [{ ...place, id: 'place', label: t`Where the card is`, kind: 'place' as const }] : [])],
    [nearbyCards.markers, place],
  );
  const area = useMemo(
    () => (place && (visibility === 'near' || visibility === 'area') ? cellAround(place, visibility) : null),
    [place, visibility],
  );

  // Moves the map to a location that was typed or came from the device. A tapped location is already in view.
  useEffect(() => {
    if (!place || isSamePlace(place, shownPlace.current)) return;
    shownPlace.current = place;
    setView(getMapView(place, visibility));
  }, [place, visibility]);

  function pick(tappedPlace: Place) {
    shownPlace.current = tappedPlace;
    onPick?.(tappedPlace);
  }

  return (
    <div className="stack gap-3">
      {onPick && (
        <TownSearch label={t`Go to a town`} onChoose={({ latitude, longitude }) => setView({ latitude, longitude, zoom: townZoom })} />
      )}
      <PlaceMap
        label={onPick ? t`Map for choosing the card’s location` : t`Map of the card’s location`}
        view={view}
        markers={markers}
        area={area}
        onMove={nearbyCards.load}
        onTap={onPick && pick}
      />
      <p className="field-hint" role="status">
        {place
          ? `${visibilityLabels[visibility].placeText} ${describePin(place, visibility)}`.trim()
          : t`Tap where the card is. With a keyboard, move the map and press Enter to choose its center.`}
      </p>
    </div>
  );
}

/**
 * Loads the cards around a chosen location as pins. Loads nothing until a location is chosen because each newly shown card counts toward
 * the daily limit.
 */
function useNearbyMarkers(cardId: number, isNeeded: boolean): { markers: MapMarker[]; load: (area: Area, zoom: number) => void } {
  const [mapWindow, setMapWindow] = useState<{ area: Area; zoom: number } | null>(null);
  const cards = useWindowCards(isNeeded && mapWindow && mapWindow.zoom >= townZoom ? mapWindow : null).data?.cards;
  const markers = useMemo(() => cards?.filter(({ id }) => id !== cardId).map(toCardMarker) ?? [], [cards, cardId]);
  return { markers, load: (area, zoom) => setMapWindow({ area, zoom }) };
}

function isSamePlace(place: Place, other: Place | null): boolean {
  return place.latitude === other?.latitude && place.longitude === other.longitude;
}

function getMapView(place: Place, visibility: PlaceVisibility): MapView {
  return { ...place, zoom: visibility === 'area' ? townZoom : chosenZoom };
}

function describePin(place: Place, visibility: PlaceVisibility): string {
  const shownPlace = getShownPlace(place, visibility);
  if (!shownPlace || visibility === 'exact') return '';
  return t`Its pin is in the middle, at ${shownPlace.latitude.toFixed(5)}, ${shownPlace.longitude.toFixed(5)}.`;
}
