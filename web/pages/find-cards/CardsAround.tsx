import { useState } from 'react';
import type { Place } from '#schema/finding/geo.ts';
import type { LookedAt } from '#web/features/finding/around/looked-at.ts';
import { NearbyCards } from '#web/features/finding/around/NearbyCards.tsx';
import { useCardsAround } from '#web/features/finding/around/use-cards-around.ts';
import { FindMap } from '#web/features/finding/world/FindMap.tsx';
import type { Fix } from '#web/lib/fix.ts';
import { Loading } from '#web/ui/states/Loading.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

interface CardsAroundProps {
  looked: LookedAt;
  here: Place;
  me: Fix | undefined;
  onLook: (at: LookedAt) => void;
}

const views = [
  { id: 'list', label: 'List' },
  { id: 'map', label: 'Map' },
] as const;

export function CardsAround({ looked, here, me, onLook }: CardsAroundProps) {
  const [view, setView] = useState<(typeof views)[number]['id']>('list');
  const around = useCardsAround(looked, here);
  const { data, error } = around.query;
  // The nearest cards set the map's first view, so mount it once they are known, and keep it mounted.
  const [isMapReady, setMapReady] = useState(false);
  if (!isMapReady && (data !== undefined || error !== undefined)) setMapReady(true);
  return (
    <Tabs tabs={views} active={view} onChange={setView} label="View as">
      <TabPanel id="list">
        <NearbyCards around={around} here={here} placeName={looked.name} />
      </TabPanel>
      <TabPanel id="map">
        {isMapReady ? (
          <FindMap looked={looked} here={here} me={me} nearest={around.cards} onLook={onLook} />
        ) : (
          <Loading label="Loading the map…" blocks={['22rem']} />
        )}
      </TabPanel>
    </Tabs>
  );
}
