/** Stores the view of a table in the URL so that reloading, going back and sharing links work. */
import { useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { changeView, readView, type TableCapabilities, type TableView, writeView } from '#web/ui/data-table/table-view.ts';

/** Cursors of the previous pages, keyed by the table's prefix. */
type CursorStacks = Record<string, (string | null)[] | undefined>;

export interface TableAddress {
  view: TableView;
  /** Number of previous pages; undefined after following a link to a later page. */
  previousPageCount: number | undefined;
  /** Changes the view and returns to the first page. `isReplacement` replaces the history entry instead of adding one. */
  changeView: (change: Partial<TableView>, isReplacement?: boolean) => void;
  showNext: (cursor: string) => void;
  /** Shows the previous page, or the first page if the previous one is unknown. */
  showPrevious: () => void;
}

export function useTableAddress(capabilities: TableCapabilities): TableAddress {
  const [pathname, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const cursorStacks = readCursorStacks(useHistoryState<unknown>());
  const view = readView(query, capabilities);
  const cursorStack = view.cursor === null ? [] : cursorStacks[capabilities.prefix];

  function show(next: TableView, nextStack: (string | null)[] | undefined, isReplacement = false) {
    const search = writeView(query, next, capabilities).toString();
    navigate(search === '' ? pathname : `${pathname}?${search}`, {
      replace: isReplacement,
      state: { tables: { ...cursorStacks, [capabilities.prefix]: nextStack } },
    });
  }

  return {
    view,
    previousPageCount: cursorStack?.length,
    changeView: (change, isReplacement) => show(changeView(view, change, capabilities), [], isReplacement),
    showNext: (cursor) => show({ ...view, cursor }, cursorStack && [...cursorStack, view.cursor]),
    showPrevious: () => show({ ...view, cursor: cursorStack?.at(-1) ?? null }, cursorStack?.slice(0, -1) ?? []),
  };
}

function readCursorStacks(state: unknown): CursorStacks {
  if (typeof state !== 'object' || state === null || !('tables' in state)) return {};
  return typeof state.tables === 'object' && state.tables !== null ? (state.tables as CursorStacks) : {};
}
