import { useMemo, useState } from 'react';
import type { Place } from '#schema/finding/geo.ts';
import type { PlaceVisibility } from '#schema/finding/place-visibility.ts';
import { cellAround, getShownPlace } from '#schema/finding/shown-place.ts';
import { useVisibilityLabels } from '#web/features/cards/placement/visibility-labels.ts';
import type { MapView } from '#web/features/finding/map/map-content.ts';
import { PlaceMap } from '#web/features/finding/map/PlaceMap.tsx';
import { TownSearch } from '#web/features/finding/map/towns/TownSearch.tsx';

const world: MapView = { latitude: 20, longitude: 0, zoom: 1 };
const townZoom = 13;
const chosenZoom = 15;

interface PlacePickerProps {
  place: Place | null;
  visibility: PlaceVisibility;
  onPick: (place: Place) => void;
}

export function PlacePicker({ place, visibility, onPick }: PlacePickerProps) {
  const visibilityLabels = useVisibilityLabels();
  const [view, setView] = useState<MapView>(() => (place ? getMapView(place, visibility) : world));
  const markers = useMemo(() => (place ? [{ ...place, id: 'place', label: 'Where the card is', kind: 'place' as const }] : []), [place]);
  const area = useMemo(
    () => (place && (visibility === 'near' || visibility === 'area') ? cellAround(place, visibility) : null),
    [place, visibility],
  );
  return (
    <div className="stack gap-3">
      <TownSearch label="Go to a town" onChoose={({ latitude, longitude }) => setView({ latitude, longitude, zoom: townZoom })} />
      <PlaceMap label="Map for choosing the card’s location" view={view} markers={markers} area={area} onTap={onPick} />
      <p className="field-hint" role="status">
        {place
          ? `${visibilityLabels[visibility].placeText}${describePin(place, visibility)}`
          : 'Tap where the card is. With a keyboard, move the map and press Enter to choose its center.'}
      </p>
    </div>
  );
}

function getMapView(place: Place, visibility: PlaceVisibility): MapView {
  return { ...place, zoom: visibility === 'area' ? townZoom : chosenZoom };
}

function describePin(place: Place, visibility: PlaceVisibility): string {
  const shownPlace = getShownPlace(place, visibility);
  if (!shownPlace || visibility === 'exact') return '';
  return ` Its pin is in the middle, at ${shownPlace.latitude.toFixed(5)}, ${shownPlace.longitude.toFixed(5)}.`;
}
