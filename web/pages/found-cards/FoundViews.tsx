import { useMemo, useState } from 'react';
import type { FoundCard } from '#schema/scans/find.ts';
import { type FindListProps, FoundList } from '#web/features/scans/finds/FoundList.tsx';
import { FoundMap } from '#web/features/scans/finds/FoundMap.tsx';
import type { Paging } from '#web/lib/paging.ts';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

const views = [
  { id: 'list', label: 'List' },
  { id: 'map', label: 'Map' },
] as const;

export function FoundViews({ finds, paging }: { finds: FoundCard[]; paging: Paging }) {
  const [view, setView] = useState<(typeof views)[number]['id']>('list');
  // Changes to finds, shared by the views, so that a change in one view appears in the other.
  const [changes, setChanges] = useState<Record<string, Partial<FoundCard>>>({});
  const visibleFinds = useMemo(() => finds.map((find) => ({ ...find, ...changes[find.cardId] })), [finds, changes]);
  const onChange: FindListProps['onChange'] = (cardId, change) =>
    setChanges((current) => ({ ...current, [cardId]: { ...current[cardId], ...change } }));
  const sharedProps = { finds: visibleFinds, paging, onChange };
  return (
    <Tabs tabs={views} active={view} onChange={setView} label="View as">
      <TabPanel id="list">
        <FoundList {...sharedProps} />
      </TabPanel>
      <TabPanel id="map">
        <FoundMap {...sharedProps} />
      </TabPanel>
    </Tabs>
  );
}
