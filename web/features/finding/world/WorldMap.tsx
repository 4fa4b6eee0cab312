import { t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';
import type { Area } from '#schema/finding/shown-place.ts';
import { PlaceMap } from '#web/features/finding/map/PlaceMap.tsx';
import { useWindowCards } from '#web/features/finding/nearby/places-api.ts';
import { formatCardCount } from '#web/features/finding/world/card-count.ts';
import { errorText } from '#web/lib/api-error.ts';

const world = { latitude: 25, longitude: 0, zoom: 1 };

/** Shows a public map with card counts, never individual cards. */
export function WorldMap() {
  const [mapWindow, setMapWindow] = useState<{ area: Area; zoom: number } | null>(null);
  const { data, error } = useWindowCards(mapWindow);
  // In sparse areas, the server returns individual cards to members. Shows these as counts too.
  const counts = useMemo(
    () => data && [...data.counts, ...data.cards.map(({ latitude, longitude }) => ({ latitude, longitude, count: 1 }))],
    [data],
  );
  return (
    <div className="stack gap-3">
      <PlaceMap label={t`World map with card counts`} view={world} counts={counts} onMove={(area, zoom) => setMapWindow({ area, zoom })} />
      <p className="muted" role="status">
        {error !== undefined && errorText(error, t`Couldn’t load the card counts. Move the map a little to try again.`)}
        {error === undefined && data && formatCardCount(data)}
      </p>
    </div>
  );
}
