import { useRef } from 'react';
import { useSearchParams } from 'wouter';
import { type AdminMessage, AdminMessages } from '#schema/messages/admin-messages.ts';
import { useListPage, useLiveListPage } from '#web/features/admin/lists/list-page.ts';
import { messagesPath } from '#web/features/messages/admin/messages-api.ts';
import type { ListQuery } from '#web/ui/data-table/data-table.ts';

const filterNames = ['q', 'state', 'who', 'tag', 'cursor'] as const;
export type InboxFilter = (typeof filterNames)[number];

export interface InboxState {
  query: ListQuery<AdminMessage>;
  /** Values of the filters; the empty string is the default. */
  filters: Record<InboxFilter, string>;
  setFilter: (name: InboxFilter, value: string) => void;
  openId: number | null;
  open: (id: number | null) => void;
  /** Neighbors of the open conversation in the list, also across its pages. */
  next: number | null;
  previous: number | null;
}

/** The inbox in the page's URL: filters, and the open conversation. */
export function useInbox(adminId: number | undefined): InboxState {
  const [search, setSearch] = useSearchParams();
  const filters = Object.fromEntries(filterNames.map((name) => [name, search.get(name) ?? ''])) as Record<InboxFilter, string>;
  const query = useLiveListPage(listAddress(filters, adminId), AdminMessages);
  const idText = search.get('message') ?? '';
  const openId = /^\d{1,15}$/.test(idText) ? Number(idText) : null;

  // An answered conversation leaves the list of open ones. Its place then belongs to the one after it.
  const place = useRef(-1);
  const ids = query.page?.rows.map(({ id }) => id) ?? [];
  const index = openId === null ? -1 : ids.indexOf(openId);
  if (index >= 0) place.current = index;
  else if (openId === null) place.current = -1;
  const shownNext = index >= 0 ? ids[index + 1] : ids[Math.max(place.current, 0)];
  const shownPrevious = index >= 0 ? ids[index - 1] : ids[place.current - 1];

  const nextCursor = openId !== null && shownNext === undefined ? (query.page?.next ?? null) : null;
  const nextAddress = nextCursor === null ? null : listAddress({ ...filters, cursor: nextCursor }, adminId);
  const { page: nextPage } = useListPage(nextAddress, AdminMessages);
  const firstOfNext = nextAddress !== null && nextPage?.address === nextAddress ? nextPage.rows[0]?.id : undefined;
  /** For each page that was reached with Next, by cursor: the last conversation of the page before. */
  const pageEnds = useRef(new Map<string, { id: number; cursor: string }>());
  const lastOfPrevious = shownPrevious === undefined ? pageEnds.current.get(filters.cursor) : undefined;

  function update(changes: Record<string, string>, addsHistoryEntry = false) {
    setSearch(
      (current) => {
        const changed = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') changed.delete(name);
          else changed.set(name, value);
        }
        return changed;
      },
      { replace: !addsHistoryEntry },
    );
  }

  function open(id: number | null) {
    const changes: Record<string, string> = { message: id === null ? '' : String(id) };
    if (id !== null && !ids.includes(id)) {
      if (id === firstOfNext && nextCursor !== null && openId !== null) {
        pageEnds.current.set(nextCursor, { id: ids.at(-1) ?? openId, cursor: filters.cursor });
        changes.cursor = nextCursor;
      } else if (id === lastOfPrevious?.id) changes.cursor = lastOfPrevious.cursor;
    }
    update(changes, openId === null);
  }

  return {
    query,
    filters,
    setFilter: (name, value) => update({ cursor: '', [name]: value }),
    openId,
    open,
    next: shownNext ?? firstOfNext ?? null,
    previous: shownPrevious ?? lastOfPrevious?.id ?? null,
  };
}

function listAddress({ q, state, who, tag, cursor }: Record<InboxFilter, string>, adminId: number | undefined): string {
  const query = new URLSearchParams({ sort: '-latest' });
  // A search covers conversations in every state unless one is chosen.
  const shownState = state === '' && q === '' ? 'open' : state;
  if (shownState !== '' && shownState !== 'all') query.set('state', shownState);
  if (q !== '') query.set('q', q);
  if (who === 'me' && adminId !== undefined) query.set('assignee', String(adminId));
  if (who === 'nobody') query.set('assigned', 'no');
  if (tag !== '') query.set('tag', tag);
  if (cursor !== '') query.set('cursor', cursor);
  return `${messagesPath}?${query}`;
}
