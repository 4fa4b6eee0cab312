import { plural, t } from '@lingui/core/macro';
import { FoundEntry } from '#web/features/scans/found/FoundEntry.tsx';
import type { FindChanges } from '#web/features/scans/found/find-changes.ts';
import { useFindSearch } from '#web/features/scans/found/found-api.ts';
import { type FoundTowns, findIdsNearTown } from '#web/features/scans/found/found-towns.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface FindSearchProps {
  text: string;
  towns: FoundTowns | undefined;
  changes: FindChanges;
}

/** Lists the finds whose card, location or town matches the text. */
export function FindSearch({ text, towns, changes }: FindSearchProps) {
  const query = useFindSearch(text, findIdsNearTown(towns, text));
  return (
    <Loaded query={query} subject={t`Search results`} blocks={['6rem', '6rem', '6rem']}>
      {({ finds, hasMore }) => (
        <div className="stack">
          <p role="status" className={finds.length === 0 ? 'visually-hidden' : 'muted'}>
            {hasMore
              ? t`Showing the newest ${finds.length} matches. Type more to narrow them down.`
              : `${plural(finds.length, { one: '# find', other: '# finds' })} found`}
          </p>
          {finds.length === 0 ? (
            <EmptyState title={t`No matches`}>
              <p>{t`Try part of a card’s number or place, or a town.`}</p>
            </EmptyState>
          ) : (
            <ul className="plain-list found-list" aria-label={t`Matching finds`}>
              {finds.map(({ number, ...find }) => (
                <FoundEntry
                  key={find.id}
                  find={changes.apply(find)}
                  findNumber={number}
                  town={towns?.get(find.id)?.name}
                  onChange={changes.onChange}
                />
              ))}
            </ul>
          )}
        </div>
      )}
    </Loaded>
  );
}
