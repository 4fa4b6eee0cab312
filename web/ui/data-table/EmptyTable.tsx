import type { ReactNode } from 'react';
import { ApiError, errorText, fieldErrors } from '#web/lib/api-error.ts';
import { number } from '#web/lib/format.ts';
import { reasonText } from '#web/lib/reason-text.ts';
import type { ListPage } from '#web/ui/data-table/data-table.ts';
import { countFilters, emptyView } from '#web/ui/data-table/table-view.ts';
import type { TableAddress } from '#web/ui/data-table/use-table-address.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';

interface EmptyTableProps {
  error: unknown;
  table: TableAddress;
  onRetry: () => void;
  loadError: string;
  fetchError: string | undefined;
  emptyTitle: string;
  emptyHint: ReactNode;
  noMatch: (q: string) => string;
  page: ListPage<unknown> | undefined;
}

export function EmptyTable({ error, table, onRetry, loadError, fetchError, emptyTitle, emptyHint, noMatch, page }: EmptyTableProps) {
  const { view, changeView: change } = table;
  const showAll = () => change({ q: '', ...emptyView, sort: null });
  if (error !== undefined) {
    // A 400 means that the URL was edited or is outdated, so retrying does not help.
    const isRefused = error instanceof ApiError && error.status === 400;
    return (
      <ErrorState
        title={`${loadError}: ${getReason(error, fetchError)}`}
        message={isRefused ? 'This link is outdated or was changed.' : 'Try again in a moment.'}
        onRetry={isRefused ? showAll : onRetry}
        {...(isRefused && { retryLabel: 'Show the whole list' })}
      />
    );
  }
  const isFiltered = view.q !== '' || countFilters(view) > 0 || view.cursor !== null;
  if (page?.next && page.scannedRows !== null) {
    const { next, scannedRows } = page;
    return (
      <EmptyState title={`No matches in the first ${number(scannedRows)} rows`}>
        <button type="button" className="secondary" onClick={() => table.showNext(next)}>
          Keep searching
        </button>
      </EmptyState>
    );
  }
  if (!isFiltered) return <EmptyState title={emptyTitle}>{emptyHint}</EmptyState>;
  return (
    <EmptyState title={view.q === '' ? 'Nothing matches these filters' : noMatch(view.q)}>
      <button type="button" className="secondary" onClick={showAll}>
        Show the whole list
      </button>
    </EmptyState>
  );
}

function getReason(error: unknown, fetchError: string | undefined): string {
  const fallback = 'Something went wrong.';
  return Object.values(fieldErrors(error))[0] ?? (fetchError ? reasonText(error, fetchError, fallback) : errorText(error, fallback));
}
