import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import '#web/features/cards/cards-pages.css';
import type { FoundCard } from '#schema/scans/find.ts';
import { type FindListProps, FoundList } from '#web/features/scans/finds/FoundList.tsx';
import { FoundMap } from '#web/features/scans/finds/FoundMap.tsx';
import { gpxPath, useFinds } from '#web/features/scans/finds/finds-api.ts';
import { ScanDialog } from '#web/features/scans/scanning/ScanDialog.tsx';
import type { Paging } from '#web/lib/paging.ts';
import { paths } from '#web/lib/paths.ts';
import { isViewing } from '#web/lib/viewing.ts';
import { BackIcon, QrIcon } from '#web/ui/icons/icons.tsx';
import { SessionFileLink } from '#web/ui/SessionFileLink.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { EmptyTrail } from '#web/ui/states/EmptyTrail.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

const views = [
  { id: 'list', label: 'List' },
  { id: 'map', label: 'Map' },
] as const;

function FoundViews({ finds, paging }: { finds: FoundCard[]; paging: Paging }) {
  const [view, setView] = useState<(typeof views)[number]['id']>('list');
  // Finds that were edited on this page. Both views share them.
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

export function FoundCardsPage() {
  const { query, paging } = useFinds();
  const [isScanning, setIsScanning] = useState(false);
  const hasPlaces = query.data?.some((page) => page.finds.some(({ place }) => place !== null)) ?? false;
  return (
    <div className="stack">
      <Link href={paths.dashboard()} className="back-link in-bar">
        <BackIcon />
        Dashboard
      </Link>
      <header className="spread">
        <div>
          <h1>Cards you have found</h1>
          <p className="muted">You can leave each owner a note.</p>
        </div>
        {hasPlaces && (
          <SessionFileLink className="button secondary" href={gpxPath} download>
            Download GPX
          </SessionFileLink>
        )}
      </header>
      <section className="sheet" aria-label="Your finds">
        <Loaded query={query} subject="Your finds" heading="h2" blocks={['4rem', '4rem', '4rem']}>
          {(pages) => {
            const all = pages.flatMap((page) => page.finds);
            if (all.length > 0) return <FoundViews finds={all} paging={paging} />;
            return (
              <EmptyState title="No finds yet" heading="h2" art={<EmptyTrail />}>
                <p>Scan a Cache Card and it will show up here.</p>
                <button type="button" className="treasure" onClick={() => setIsScanning(true)}>
                  <QrIcon />
                  Scan QR
                </button>
              </EmptyState>
            );
          }}
        </Loaded>
      </section>
      {hasPlaces && !isViewing() && (
        <p className="muted small">The GPX file contains the cards on the map, at the locations their owners chose to show.</p>
      )}
      <ScanDialog open={isScanning} onClose={() => setIsScanning(false)} />
    </div>
  );
}
