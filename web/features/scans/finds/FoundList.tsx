import '#web/features/scans/finds/finds.css';
import type { FoundCard } from '#schema/scans/find.ts';
import { FoundEntry } from '#web/features/scans/finds/FoundEntry.tsx';
import type { Paging } from '#web/lib/paging.ts';
import { GrowingList } from '#web/ui/GrowingList.tsx';

export interface FindListProps {
  finds: FoundCard[];
  paging: Paging;
  onChange: (cardId: string, change: Partial<FoundCard>) => void;
}

export const olderFindsErrorText = 'Couldn’t load older finds.';

export function FoundList({ finds, paging, onChange }: FindListProps) {
  return (
    <GrowingList className="found-list" label="Cards you have found" count={finds.length} paging={paging} moreFailed={olderFindsErrorText}>
      {finds.map((find) => (
        <FoundEntry key={find.id} find={find} onChange={onChange} />
      ))}
    </GrowingList>
  );
}
