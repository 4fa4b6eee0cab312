import { plural, t } from '@lingui/core/macro';
import '#web/features/scans/finds/finds.css';
import { useEffect, useRef } from 'react';
import type { FoundCard } from '#schema/scans/find.ts';
import type { FindSummary, FoundMonth } from '#schema/scans/find-history.ts';
import { FoundEntry } from '#web/features/scans/found/FoundEntry.tsx';
import type { FindChanges } from '#web/features/scans/found/find-changes.ts';
import type { FoundTowns } from '#web/features/scans/found/found-towns.ts';
import { listMonths } from '#web/features/scans/found/list-months.ts';
import { monthName } from '#web/lib/format.ts';
import type { Paging } from '#web/lib/paging.ts';
import { ShowMore } from '#web/ui/ShowMore.tsx';

interface FoundListProps {
  finds: readonly FoundCard[];
  summary: FindSummary;
  /** Month at which the list starts; null to start at the newest find. The remaining finds of this month load as the member scrolls. */
  start: FoundMonth | null;
  towns: FoundTowns | undefined;
  changes: FindChanges;
  paging: Paging;
}

/** Lists finds by month, newest first. */
export function FoundList({ finds, summary, start, towns, changes, paging }: FoundListProps) {
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useFocusOnNewEntry(list, finds.length);
  const months = listMonths(finds, summary);
  const loadsItself = start !== null && months.at(-1)?.month === start.month && finds.length < start.finds && paging.moreError === null;
  return (
    <section ref={list} className="stack" aria-label={t`Cards you have found`}>
      {months.map(({ month, total, entries }) => (
        <section key={entries[0]?.find.id} className="found-month" aria-labelledby={`found-${month}-${entries[0]?.find.id}`}>
          <h3 id={`found-${month}-${entries[0]?.find.id}`} className="spread">
            {monthName(month)}{' '}
            {total !== undefined && <span className="muted small">{plural(total, { one: '# find', other: '# finds' })}</span>}
          </h3>
          <ul className="plain-list found-list" aria-label={t`Cards you have found in ${monthName(month)}`}>
            {entries.map(({ find, findNumber }) => (
              <FoundEntry
                key={find.id}
                find={changes.apply(find)}
                findNumber={findNumber}
                town={towns?.get(find.id)?.name}
                isInMonth
                onChange={changes.onChange}
              />
            ))}
          </ul>
        </section>
      ))}
      {loadsItself && <LoadOnScroll key={finds.length} load={paging.loadMore} />}
      <ShowMore paging={paging} failed={t`Couldn’t load older finds.`} label={t`Show older finds`} onMore={focusNext} />
    </section>
  );
}

/** Returns a function to call before loading more entries. Once they are loaded, the first new entry gets the focus. */
function useFocusOnNewEntry(list: { current: HTMLElement | null }, count: number): () => void {
  const countBefore = useRef<number | null>(null);
  useEffect(() => {
    if (countBefore.current === null || count <= countBefore.current) return;
    const firstNew = list.current?.querySelectorAll<HTMLElement>('.found-entry')[countBefore.current];
    countBefore.current = null;
    firstNew?.focus();
  }, [list, count]);
  return () => {
    countBefore.current = count;
  };
}

/**
 * Loads more entries when the end of the list nears the viewport. In browsers without IntersectionObserver, the member presses the button
 * below the list.
 */
function LoadOnScroll({ load }: { load: () => Promise<void> }) {
  const end = useRef<HTMLDivElement>(null);
  const latestLoad = useRef(load);
  latestLoad.current = load;
  useEffect(() => {
    if (!end.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void latestLoad.current();
      },
      { rootMargin: '800px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={end} />;
}
