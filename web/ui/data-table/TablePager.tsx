import { number } from '#web/lib/format.ts';
import type { ListPage } from '#web/ui/data-table/data-table.ts';
import type { TableAddress } from '#web/ui/data-table/use-table-address.ts';

interface TablePagerProps {
  page: ListPage<unknown> | undefined;
  /** True while the previous page's rows are still displayed. */
  isLate: boolean;
  hasFailed: boolean;
  table: TableAddress;
  pageRows: number;
  turnPage: (showPage: () => void) => void;
}

/** Appears with the first rows so that it does not move. Screen readers hear the range from an element that is always present. */
export function TablePager({ page, isLate, hasFailed, table, pageRows, turnPage }: TablePagerProps) {
  const next = isLate ? null : (page?.next ?? null);
  const hasPrevious = table.view.cursor !== null;
  const statusText = page && !isLate ? formatRange(page, table.previousPageCount, pageRows) : hasFailed ? '' : 'Loading…';
  return (
    <>
      <p role="status" className="visually-hidden">
        {statusText}
      </p>
      {(page || hasFailed) && (
        <div className="spread table-pager">
          <p aria-hidden="true">{statusText}</p>
          {(hasPrevious || next !== null || isLate) && (
            <nav className="cluster" aria-label="Pages">
              <button
                type="button"
                className="secondary button-small"
                aria-disabled={!hasPrevious || undefined}
                onClick={() => hasPrevious && turnPage(table.showPrevious)}
              >
                {table.previousPageCount === undefined ? 'First page' : 'Previous'}
              </button>
              <button
                type="button"
                className="secondary button-small"
                aria-disabled={next === null || undefined}
                onClick={() => next !== null && turnPage(() => table.showNext(next))}
              >
                Next
              </button>
            </nav>
          )}
        </div>
      )}
    </>
  );
}

/**
 * Returns the range of displayed rows: `51–100 of 4,312`, or `50 of 4,312` after following a link to a later page, whose offset is unknown.
 */
function formatRange(page: ListPage<unknown>, previousPageCount: number | undefined, pageRows: number): string {
  const rowCount = page.rows.length;
  const offset = previousPageCount === undefined ? undefined : previousPageCount * pageRows;
  if (rowCount === 0) return '';
  if (page.scannedRows !== null) return `${number(rowCount)} found in ${number(page.scannedRows)} rows. The next page searches further.`;
  const totalText = formatTotal(page, offset);
  const rangeText = offset === undefined ? number(rowCount) : `${number(offset + 1)}–${number(offset + rowCount)}`;
  return totalText === '' ? rangeText : `${rangeText} of ${totalText}`;
}

function formatTotal({ rows, total, next }: ListPage<unknown>, offset: number | undefined): string {
  // On the last page the exact total is known, even if the server's count is capped or outdated.
  if (next === null && offset !== undefined) return number(offset + rows.length);
  if (!total) return '';
  return `${total.isMinimum ? 'more than ' : ''}${number(Math.max(total.count, (offset ?? 0) + rows.length))}`;
}
