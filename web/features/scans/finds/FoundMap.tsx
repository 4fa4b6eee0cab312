import '#web/features/scans/finds/finds.css';
import { useMemo, useState } from 'react';
import type { Place } from '#schema/finding/geo.ts';
import type { FoundCard } from '#schema/scans/find.ts';
import { getAreaAround } from '#web/features/finding/map/area-around.ts';
import { describeExactness, getCell } from '#web/features/finding/map/exactness.ts';
import type { MapView } from '#web/features/finding/map/map-content.ts';
import { PlaceMap } from '#web/features/finding/map/PlaceMap.tsx';
import { FoundEntry } from '#web/features/scans/finds/FoundEntry.tsx';
import { type FindListProps, olderFindsErrorText } from '#web/features/scans/finds/FoundList.tsx';
import { number, plural } from '#web/lib/format.ts';
import { useScrollIntoView } from '#web/lib/react/use-scroll-into-view.ts';
import { ShowMore } from '#web/ui/ShowMore.tsx';

const world: MapView = { latitude: 20, longitude: 0, zoom: 1 };

/** Shows a map of the finds whose location is public. */
export function FoundMap({ finds, paging, onChange }: FindListProps) {
  const markers = useMemo(() => finds.flatMap(toMarkers), [finds]);
  const [display, setDisplay] = useState(() => ({ count: markers.length, view: fitView(markers) }));
  // Fit the map again only if more finds have loaded.
  if (display.count !== markers.length) setDisplay({ count: markers.length, view: fitView(markers) });
  const [selectedIds, setSelectedIds] = useState<string[]>([]);
  const selectedPlace = finds.find(({ id }) => String(id) === selectedIds[0])?.place;
  const cell = useMemo(() => (selectedPlace ? getCell(selectedPlace) : null), [selectedPlace]);
  const entries = finds.filter(({ id }) => selectedIds.includes(String(id)));
  const list = useScrollIntoView<HTMLUListElement>(entries[0]?.id);

  return (
    <div className="stack">
      {markers.length > 0 && (
        <PlaceMap
          label="Map of cards you have found"
          view={display.view}
          markers={markers}
          area={cell}
          selectedId={selectedIds[0] ?? null}
          onSelect={setSelectedIds}
        />
      )}
      <p className="muted">{formatMapCount(markers.length, finds.length)}</p>
      <p className="visually-hidden" role="status">
        {entries.length > 0 && `${plural(entries.length, 'card')} selected, listed below the map.`}
      </p>
      {entries.length > 0 && (
        <ul ref={list} className="plain-list found-list" aria-label="Selected on the map">
          {entries.map((find) => (
            <FoundEntry key={find.id} find={find} onChange={onChange} />
          ))}
        </ul>
      )}
      <ShowMore paging={paging} failed={olderFindsErrorText} label="Show older finds" />
    </div>
  );
}

function toMarkers({ id, cardId, name, place }: FoundCard) {
  if (!place) return [];
  const label = `${name ?? cardId}, ${describeExactness(place.visibility)}`;
  return [{ id: String(id), label, ...place, kind: 'found' as const }];
}

function fitView(places: Place[]): MapView {
  const area = getAreaAround(places);
  return area ? { area } : world;
}

function formatMapCount(onMap: number, all: number): string {
  if (onMap === 0) return 'None of these cards are on the map. See the list instead.';
  const words = `${plural(onMap, 'card')} on the map. Tap a pin to see which card.`;
  return onMap === all ? words : `${words} See the list for ${number(all - onMap)} more.`;
}
