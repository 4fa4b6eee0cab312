import { useMemo, useState } from 'react';
import type { FoundCard } from '#schema/scans/find.ts';
import { type FindsShown, FoundList } from '#web/features/scans/finds/FoundList.tsx';
import { FoundMap } from '#web/features/scans/finds/FoundMap.tsx';
import type { Reading } from '#web/lib/read-on.ts';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

const views = [
  { id: 'list', label: 'List' },
  { id: 'map', label: 'Map' },
] as const;

export function FoundViews({ finds, reading }: { finds: FoundCard[]; reading: Reading }) {
  const [view, setView] = useState<(typeof views)[number]['id']>('list');
  // Shared, so that changes made in one view show in the other.
  const [changes, setChanges] = useState<Record<string, Partial<FoundCard>>>({});
  const shown = useMemo(() => finds.map((find) => ({ ...find, ...changes[find.cardId] })), [finds, changes]);
  const onChange: FindsShown['onChange'] = (cardId, change) =>
    setChanges((known) => ({ ...known, [cardId]: { ...known[cardId], ...change } }));
  const both = { finds: shown, reading, onChange };
  return (
    <Tabs tabs={views} active={view} onChange={setView} label="View as">
      <TabPanel id="list">
        <FoundList {...both} />
      </TabPanel>
      <TabPanel id="map">
        <FoundMap {...both} />
      </TabPanel>
    </Tabs>
  );
}
