/** The table's view is kept in the page's address, so that reloading, going back and handing on a link work. */
import { useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { changedView, readView, type TableCapabilities, type TableView, writeView } from '#web/ui/data-table/table-view.ts';

/** Of each table of the page, by prefix: the cursors of the pages before the one that is shown. */
type Trail = Record<string, (string | null)[] | undefined>;

export interface TableAddress {
  view: TableView;
  /** Number of pages before this one; undefined where someone came by a link to a later page. */
  pagesBefore: number | undefined;
  /** Shows something else, from its first page on. `replaces` makes it no step of its own in the history. */
  change: (change: Partial<TableView>, replaces?: boolean) => void;
  showNext: (cursor: string) => void;
  /** Goes to the page before; to the first one where that is not known. */
  showPrevious: () => void;
}

/** Reads and writes the view of a table. */
export function useTableAddress(capabilities: TableCapabilities): TableAddress {
  const [pathname, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const trails = trailsOf(useHistoryState<unknown>());
  const view = readView(query, capabilities);
  const trail = view.cursor === null ? [] : trails[capabilities.prefix];

  function show(next: TableView, nextTrail: (string | null)[] | undefined, replaces = false) {
    const search = writeView(query, next, capabilities).toString();
    navigate(search === '' ? pathname : `${pathname}?${search}`, {
      replace: replaces,
      state: { tables: { ...trails, [capabilities.prefix]: nextTrail } },
    });
  }

  return {
    view,
    pagesBefore: trail?.length,
    change: (change, replaces) => show(changedView(view, change, capabilities), [], replaces),
    showNext: (cursor) => show({ ...view, cursor }, trail && [...trail, view.cursor]),
    showPrevious: () => show({ ...view, cursor: trail?.at(-1) ?? null }, trail?.slice(0, -1) ?? []),
  };
}

function trailsOf(state: unknown): Trail {
  if (typeof state !== 'object' || state === null || !('tables' in state)) return {};
  return typeof state.tables === 'object' && state.tables !== null ? (state.tables as Trail) : {};
}
