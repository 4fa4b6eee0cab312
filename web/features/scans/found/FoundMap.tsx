import { plural, t } from '@lingui/core/macro';
import '#web/features/scans/finds/finds.css';
import { useMemo, useState } from 'react';
import type { Area } from '#schema/finding/shown-place.ts';
import { type FoundPoint, maxSelectedFinds } from '#schema/scans/find-history.ts';
import { getAreaAround } from '#web/features/finding/map/area-around.ts';
import type { MapView } from '#web/features/finding/map/map-content.ts';
import { PlaceMap } from '#web/features/finding/map/PlaceMap.tsx';
import { clusterPoints } from '#web/features/scans/found/cluster-points.ts';
import { FoundEntry } from '#web/features/scans/found/FoundEntry.tsx';
import type { FindChanges } from '#web/features/scans/found/find-changes.ts';
import { useSelectedFinds } from '#web/features/scans/found/found-api.ts';
import type { FoundTowns } from '#web/features/scans/found/found-towns.ts';
import { number } from '#web/lib/format.ts';
import { useSiteConfig } from '#web/lib/site-config.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

/** Zoom level at which a phone shows about 150 miles. */
const regionZoom = 7;
const world: MapView = { latitude: 20, longitude: 0, zoom: 1 };

interface FoundMapProps {
  points: readonly FoundPoint[];
  towns: FoundTowns | undefined;
  changes: FindChanges;
}

/** Shows a map of the finds whose location is public. Selecting a pin shows its finds. */
export function FoundMap({ points, towns, changes }: FoundMapProps) {
  const [mapWindow, setMapWindow] = useState<{ area: Area; zoom: number } | null>(null);
  const [selectedIds, setSelectedIds] = useState<string[]>([]);
  const hasTiles = Boolean(useSiteConfig().data?.mapTiles);
  const view = useMemo(() => fitView(points, hasTiles), [points, hasTiles]);
  const content = useMemo(() => (mapWindow ? clusterPoints(points, mapWindow) : undefined), [points, mapWindow]);
  return (
    <>
      <PlaceMap
        label={t`Map of cards you have found`}
        view={view}
        markers={content?.markers}
        counts={content?.counts}
        selectedId={selectedIds[0] ?? null}
        onMove={(area, zoom) => setMapWindow({ area, zoom })}
        onSelect={setSelectedIds}
      />
      {selectedIds.length > 0 && (
        <SelectedFinds ids={selectedIds} points={points} towns={towns} changes={changes} onClose={() => setSelectedIds([])} />
      )}
    </>
  );
}

function SelectedFinds({ ids, points, towns, changes, onClose }: FoundMapProps & { ids: string[]; onClose: () => void }) {
  const query = useSelectedFinds(ids);
  const numbers = new Map(points.map(([id, findNumber]) => [id, findNumber]));
  const [firstNumber] = ids.map((id) => numbers.get(Number(id)) ?? null);
  const isSingle = ids.length === 1 && firstNumber != null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={isSingle ? t`Find ${number(firstNumber)}` : `${plural(ids.length, { one: '# find', other: '# finds' })} here`}
    >
      <Loaded query={query} subject={t`These finds`} blocks={ids.slice(0, 4).map(() => '6rem')}>
        {({ finds }) => (
          <div className="stack">
            <ul className="plain-list found-list" aria-label={t`Selected on the map`}>
              {finds.map((find) => (
                <FoundEntry
                  key={find.id}
                  find={changes.apply(find)}
                  findNumber={numbers.get(find.id) ?? null}
                  town={towns?.get(find.id)?.name}
                  onChange={changes.onChange}
                />
              ))}
            </ul>
            {ids.length > maxSelectedFinds && (
              <p className="muted small">{t`These are the newest ${maxSelectedFinds}. Search your finds for the others.`}</p>
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

/**
 * Returns a view of all finds, or of the whole world if there are no finds or they span the antimeridian. Without tiles, the view contains
 * at least a region because the coasts are too coarse to show a town.
 */
function fitView(points: readonly FoundPoint[], hasTiles: boolean): MapView {
  const area = getAreaAround(points.map(([, , latitude, longitude]) => ({ latitude, longitude })));
  return area ? { area, ...(!hasTiles && { maxZoom: regionZoom }) } : world;
}
