import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import type { FoundCards } from '#schema/scans/find.ts';
import type { FindSummary, FoundMonth } from '#schema/scans/find-history.ts';
import { FindSearch } from '#web/features/scans/found/FindSearch.tsx';
import { FoundList } from '#web/features/scans/found/FoundList.tsx';
import type { FindChanges } from '#web/features/scans/found/find-changes.ts';
import { useFindsFrom } from '#web/features/scans/found/found-api.ts';
import type { FoundTowns } from '#web/features/scans/found/found-towns.ts';
import { MonthPicker } from '#web/features/scans/found/MonthPicker.tsx';
import { PhoneFold } from '#web/features/scans/found/PhoneFold.tsx';
import { monthName } from '#web/lib/format.ts';
import type { Paging } from '#web/lib/paging.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface FoundHistoryProps {
  summary: FindSummary;
  /** The newest finds. The list shows them until the member chooses a month. */
  latest: { pages: FoundCards[]; paging: Paging };
  towns: FoundTowns | undefined;
  changes: FindChanges;
  /** Search text; null shows all finds. */
  searchText: string | null;
}

/** Shows the finds grouped by month with a calendar for jumping to a month, or only the search results. */
export function FoundHistory({ summary, latest, towns, changes, searchText }: FoundHistoryProps) {
  const [start, setStart] = useState<FoundMonth | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const isSearching = searchText !== null;

  function jumpTo(month: FoundMonth | null) {
    setStart(month);
    heading.current?.focus({ preventScroll: true });
    // The call is optional because jsdom does not implement scrollIntoView.
    results.current?.scrollIntoView?.({ block: 'start' });
  }

  return (
    <section className="sheet stack found-history" aria-label={t`Your finds`}>
      {!isSearching && latest.pages[0]?.nextCursor !== null && (
        <PhoneFold label={t`Go to a month`}>
          <MonthPicker months={summary.months} selected={start} onSelect={jumpTo} />
        </PhoneFold>
      )}
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">
        {isSearching ? t`Search results` : start ? t`Finds of ${monthName(start.month)} and earlier` : t`Latest finds`}
      </h2>
      <div ref={results} className="stack found-results">
        {start && !isSearching && (
          <button type="button" className="link-button" onClick={() => jumpTo(null)}>{t`Back to the latest`}</button>
        )}
        {isSearching ? (
          <FindSearch text={searchText} towns={towns} changes={changes} />
        ) : start ? (
          <FindsFromMonth key={start.month} start={start} summary={summary} towns={towns} changes={changes} />
        ) : (
          <FoundList
            finds={latest.pages.flatMap((page) => page.finds)}
            paging={latest.paging}
            start={null}
            {...{ summary, towns, changes }}
          />
        )}
      </div>
    </section>
  );
}

function FindsFromMonth({ start, ...rest }: Omit<FoundHistoryProps, 'latest' | 'searchText'> & { start: FoundMonth }) {
  const { query, paging } = useFindsFrom(start);
  return (
    <Loaded query={query} subject={t`Your finds`} blocks={['2rem', ...Array.from({ length: Math.min(start.finds, 8) }, () => '6rem')]}>
      {(pages) => <FoundList finds={pages.flatMap((page) => page.finds)} paging={paging} start={start} {...rest} />}
    </Loaded>
  );
}
