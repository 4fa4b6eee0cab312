import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { number } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

export interface NewestColumn<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'end';
}

interface RowWithId {
  id: string | number;
}

interface NewestTableProps<Row extends RowWithId> {
  title: string;
  list: { rows: Row[]; total: { count: number; isMinimum: boolean } };
  columns: readonly NewestColumn<Row>[];
  empty: string;
  /** Dashboard tab and query string of the full list. */
  all?: { tab: string; query: Record<string, string> };
}

export function NewestTable<Row extends RowWithId>({ title, list: { rows, total }, columns, empty, all }: NewestTableProps<Row>) {
  const isPart = total.isMinimum || total.count > rows.length;
  return (
    <div className="stack gap-2 user-section">
      <header className="user-section-head">
        <h4>
          {title} <span className="muted">{`${total.isMinimum ? 'more than ' : ''}${number(total.count)}`}</span>
        </h4>
        {all && rows.length > 0 && <Link href={buildAllUrl(all)}>View all</Link>}
      </header>
      {rows.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
        <section className="table-scroll" tabIndex={0} aria-label={title}>
          <table className="user-table">
            <thead>
              <tr>
                {columns.map(({ header, align }) => (
                  <th key={header} scope="col" className={align}>
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  {columns.map(({ header, cell, align }) => (
                    <td key={header} className={align}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {isPart && rows.length > 0 && <p className="muted small">Showing the newest {rows.length}.</p>}
    </div>
  );
}

function buildAllUrl({ tab, query }: { tab: string; query: Record<string, string> }): string {
  return `${paths.adminDashboard(tab)}&${new URLSearchParams(query)}`;
}
