import { useEffect, useId, useRef, useState } from 'react';
import type { FoundCards } from '#schema/scans/find.ts';
import type { FindSummary, FoundMonth } from '#schema/scans/find-history.ts';
import { FindSearch } from '#web/features/scans/found/FindSearch.tsx';
import { FoundList } from '#web/features/scans/found/FoundList.tsx';
import type { FindChanges } from '#web/features/scans/found/find-changes.ts';
import { useFindsFrom } from '#web/features/scans/found/found-api.ts';
import type { FoundTowns } from '#web/features/scans/found/found-towns.ts';
import { MonthPicker } from '#web/features/scans/found/MonthPicker.tsx';
import { monthName } from '#web/lib/format.ts';
import type { Paging } from '#web/lib/paging.ts';
import { isViewing } from '#web/lib/viewing.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const minSearchLength = 2;
const searchDelayMs = 300;
const maxSearchLength = 60;

interface FoundHistoryProps {
  summary: FindSummary;
  /** The newest finds. The list shows them until the member chooses a month. */
  latest: { pages: FoundCards[]; paging: Paging };
  towns: FoundTowns | undefined;
  changes: FindChanges;
}

/** Shows the finds grouped by month, with a search and a calendar for jumping to a month. */
export function FoundHistory({ summary, latest, towns, changes }: FoundHistoryProps) {
  const [start, setStart] = useState<FoundMonth | null>(null);
  const [typed, setTyped] = useState('');
  const searched = useDelayed(typed.trim(), searchDelayMs);
  const heading = useRef<HTMLHeadingElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const isSearching = searched.length >= minSearchLength;

  function jumpTo(month: FoundMonth | null) {
    setStart(month);
    setTyped('');
    heading.current?.focus({ preventScroll: true });
    // The call is optional because jsdom does not implement scrollIntoView.
    results.current?.scrollIntoView?.({ block: 'start' });
  }

  return (
    <section className="sheet stack" aria-label="Your finds">
      {/* Hides the search while an administrator views the account because searches count toward the member's rate limit. */}
      {!isViewing() && <SearchBox value={typed} onChange={setTyped} />}
      {latest.pages[0]?.nextCursor !== null && (
        <MonthPicker months={summary.months} selected={isSearching ? null : start} onSelect={jumpTo} />
      )}
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">
        {isSearching ? 'Search results' : start ? `Finds of ${monthName(start.month)} and earlier` : 'Latest finds'}
      </h2>
      <div ref={results} className="stack found-results">
        {start && !isSearching && (
          <button type="button" className="link-button" onClick={() => jumpTo(null)}>
            Back to the latest
          </button>
        )}
        {isSearching ? (
          <FindSearch text={searched} towns={towns} changes={changes} />
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

function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const id = useId();
  return (
    <div className="found-search">
      <label htmlFor={id}>Search your finds</label>
      <input
        id={id}
        type="search"
        value={value}
        maxLength={maxSearchLength}
        placeholder="Card, place or town"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

function FindsFromMonth({ start, ...rest }: Omit<FoundHistoryProps, 'latest'> & { start: FoundMonth }) {
  const { query, paging } = useFindsFrom(start);
  return (
    <Loaded query={query} subject="Your finds" blocks={['2rem', ...Array.from({ length: Math.min(start.finds, 8) }, () => '6rem')]}>
      {(pages) => <FoundList finds={pages.flatMap((page) => page.finds)} paging={paging} start={start} {...rest} />}
    </Loaded>
  );
}

/** Debounces a value by `delayMs`. An empty value takes effect immediately. */
function useDelayed(value: string, delayMs: number): string {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), value === '' ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return value === '' ? '' : delayed;
}
