import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import '#web/features/cards/cards-pages.css';
import { SeenThanks } from '#web/features/scans/finds/NewThanks.tsx';
import { useAccountSnapshot } from '#web/features/scans/finds/snapshot/use-account-snapshot.ts';
import { FoundHistory } from '#web/features/scans/found/FoundHistory.tsx';
import { FoundOverview } from '#web/features/scans/found/FoundOverview.tsx';
import { useFindChanges } from '#web/features/scans/found/find-changes.ts';
import { useFindSummary, useFindsFrom } from '#web/features/scans/found/found-api.ts';
import { useFoundTowns } from '#web/features/scans/found/found-towns.ts';
import { useScanner } from '#web/features/scans/scanning/use-scanner.tsx';
import { paths } from '#web/lib/paths.ts';
import { isViewing } from '#web/lib/viewing.ts';
import { SearchBox, useSearchText } from '#web/ui/forms/SearchBox.tsx';
import { BackIcon, QrIcon } from '#web/ui/icons/icons.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { EmptyTrail } from '#web/ui/states/EmptyTrail.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function FoundCardsPage() {
  const { query, summary, paging } = useFoundCards();
  const towns = useFoundTowns(summary?.points);
  const changes = useFindChanges();
  const scanner = useScanner();
  const [typed, setTyped] = useState('');
  const searchText = useSearchText(typed);
  const hasFailed = query.data === undefined && query.error !== undefined && !query.isValidating;
  return (
    <div className="stack">
      <Link href={paths.dashboard()} className="back-link in-bar">
        <BackIcon />
        {t`Dashboard`}
      </Link>
      <h1>{t`Cards you have found`}</h1>
      <SeenThanks thanks={query.data?.pages[0]?.newThanks} />
      {summary?.total !== 0 && !hasFailed && (
        <>
          <FoundOverview summary={query.data && summary} towns={towns} changes={changes} />
          {/* Hides the search while an administrator views the account because searches count toward the member's rate limit. */}
          {summary?.total !== 1 && !isViewing() && (
            <SearchBox label={t`Search your finds`} placeholder={t`Card, place or town`} value={typed} onChange={setTyped} />
          )}
        </>
      )}
      <Loaded query={query} subject={t`Your finds`} heading="h2" blocks={['9rem', '60rem']}>
        {(data) =>
          data.summary.total === 0 ? (
            <NoFinds onScan={scanner.open} />
          ) : (
            <FoundHistory
              summary={data.summary}
              latest={{ pages: data.pages, paging }}
              towns={towns}
              changes={changes}
              searchText={searchText}
            />
          )
        }
      </Loaded>
      {scanner.dialog}
    </div>
  );
}

/** Loads the summary and the newest finds. Reloads the summary if its newest find differs from the newest one in the list. */
function useFoundCards() {
  const summary = useFindSummary();
  const { query: latest, paging } = useFindsFrom(null);
  const newestListed = latest.data?.[0]?.finds[0]?.id ?? 0;
  const newestCounted = Math.max(0, ...(summary.data?.months ?? []).map(({ newestId }) => newestId));
  const isOutdated = summary.data !== undefined && latest.data !== undefined && !latest.isValidating && newestListed !== newestCounted;
  useAccountSnapshot(latest, isOutdated ? undefined : summary.data);
  const reloadSummary = summary.mutate;
  useEffect(() => {
    if (isOutdated) void reloadSummary();
  }, [isOutdated, reloadSummary]);
  return {
    summary: summary.data,
    paging,
    query: {
      data: summary.data && latest.data && { summary: summary.data, pages: latest.data },
      error: summary.error ?? latest.error,
      isValidating: summary.isValidating || latest.isValidating,
      mutate: () => void Promise.all([summary.mutate(), latest.mutate()]),
    },
  };
}

function NoFinds({ onScan }: { onScan: () => void }) {
  return (
    <section className="sheet" aria-label={t`Your finds`}>
      <EmptyState title={t`No finds yet`} heading="h2" art={<EmptyTrail />}>
        <p>{t`Find a Cache Card near you and scan it. It will show up here, on your map and in your count.`}</p>
        <div className="cluster">
          <Link href={paths.findCards} className="button">{t`Find cards`}</Link>
          <button type="button" className="secondary" onClick={onScan}>
            <QrIcon />
            {t`Scan QR`}
          </button>
        </div>
      </EmptyState>
    </section>
  );
}
