import { t } from '@lingui/core/macro';
import { type ComponentType, useEffect, useState } from 'react';
import type { LeafletMapProps } from '#web/features/finding/map/LeafletMap.tsx';
import { importWithRetry } from '#web/lib/react/page.tsx';
import { useSiteConfig } from '#web/lib/site-config.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading } from '#web/ui/states/Loading.tsx';

type LoadState = { Map: ComponentType<LeafletMapProps> } | { hasFailed: true };

const loadMap = async (): Promise<LoadState> => ({
  Map: (await importWithRetry(() => import('#web/features/finding/map/LeafletMap.tsx'))).LeafletMap,
});

/** Storage key of the last tile URL, which lets the map draw cached tiles while offline. */
const tilesKey = 'map-tiles';

/** Loads the map code on demand. If that fails, the rest of the page keeps working. */
export function PlaceMap(props: Omit<LeafletMapProps, 'tiles'>) {
  const [loadState, setLoadState] = useState<LoadState>();
  const site = useSiteConfig();

  useEffect(() => {
    if (!loadState) loadMap().then(setLoadState, () => setLoadState({ hasFailed: true }));
  }, [loadState]);

  useEffect(() => {
    if (site.data?.mapTiles) localStorage.setItem(tilesKey, site.data.mapTiles);
    else if (site.data) localStorage.removeItem(tilesKey);
  }, [site.data]);

  if (loadState && 'hasFailed' in loadState)
    return (
      <ErrorState
        title={t`The map didn’t load`}
        message={t`The rest of this page works without the map.`}
        onRetry={() => setLoadState(undefined)}
      />
    );
  if (!loadState || (!site.data && !site.error)) return <Loading label={t`Loading the map…`} blocks={['clamp(14rem, 52svh, 26rem)']} />;
  return <loadState.Map {...props} tiles={site.data ? site.data.mapTiles : localStorage.getItem(tilesKey)} />;
}
