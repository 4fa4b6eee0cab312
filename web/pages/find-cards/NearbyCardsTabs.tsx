import { useState } from 'react';
import type { Place } from '#schema/finding/geo.ts';
import { NearbyCards } from '#web/features/finding/nearby/NearbyCards.tsx';
import type { SearchPlace } from '#web/features/finding/nearby/search-place.ts';
import { useNearbyCards } from '#web/features/finding/nearby/use-nearby-cards.ts';
import { FindMap } from '#web/features/finding/world/FindMap.tsx';
import type { Fix } from '#web/lib/fix.ts';
import { Loading } from '#web/ui/states/Loading.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

interface NearbyCardsTabsProps {
  searchPlace: SearchPlace;
  origin: Place;
  userPosition: Fix | undefined;
  onPlaceChange: (place: SearchPlace) => void;
}

const views = [
  { id: 'list', label: 'List' },
  { id: 'map', label: 'Map' },
] as const;

export function NearbyCardsTabs({ searchPlace, origin, userPosition, onPlaceChange }: NearbyCardsTabsProps) {
  const [view, setView] = useState<(typeof views)[number]['id']>('list');
  const nearby = useNearbyCards(searchPlace, origin);
  const { data, error } = nearby.query;
  // The nearest cards determine the map's first view, so the map is mounted once they are known, and then stays mounted.
  const [isMapReady, setMapReady] = useState(false);
  if (!isMapReady && (data !== undefined || error !== undefined)) setMapReady(true);
  return (
    <Tabs tabs={views} active={view} onChange={setView} label="View as">
      <TabPanel id="list">
        <NearbyCards nearby={nearby} origin={origin} placeName={searchPlace.name} />
      </TabPanel>
      <TabPanel id="map">
        {isMapReady ? (
          <FindMap
            searchPlace={searchPlace}
            origin={origin}
            userPosition={userPosition}
            nearest={nearby.cards}
            onPlaceChange={onPlaceChange}
          />
        ) : (
          <Loading label="Loading the map…" blocks={['22rem']} />
        )}
      </TabPanel>
    </Tabs>
  );
}
