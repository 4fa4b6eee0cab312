import { useMemo, useState } from 'react';
import type { FindLog, FoundCard } from '#schema/scans/find.ts';
import { FoundList } from '#web/features/scans/finds/FoundList.tsx';
import { FoundMap } from '#web/features/scans/finds/FoundMap.tsx';
import type { Reading } from '#web/lib/read-on.ts';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

const views = [
  { id: 'list', label: 'List' },
  { id: 'map', label: 'Map' },
] as const;

/** The member's finds: a list first, and a map of them. */
export function FoundViews({ finds, reading }: { finds: FoundCard[]; reading: Reading }) {
  const [view, setView] = useState<(typeof views)[number]['id']>('list');
  // A line that is left in one view stands in the other, too.
  const [logs, setLogs] = useState<Record<string, FindLog | null>>({});
  const shown = useMemo(
    () => finds.map((find) => ({ ...find, log: find.cardId in logs ? (logs[find.cardId] ?? null) : find.log })),
    [finds, logs],
  );
  const both = { finds: shown, reading, onLog: (cardId: string, log: FindLog | null) => setLogs((known) => ({ ...known, [cardId]: log })) };
  return (
    <Tabs tabs={views} active={view} onChange={setView} label="How to see them">
      <TabPanel id="list">
        <FoundList {...both} />
      </TabPanel>
      <TabPanel id="map">
        <FoundMap {...both} />
      </TabPanel>
    </Tabs>
  );
}
