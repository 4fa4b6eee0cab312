import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { AdminMessage, InboxDesk } from '#schema/messages/admin-messages.ts';
import { searchMaxLength } from '#schema/rules.ts';
import type { InboxFilter, InboxState } from '#web/features/messages/admin/inbox/use-inbox.ts';
import { stateLabels } from '#web/features/messages/admin/message-labels.ts';
import { errorText } from '#web/lib/api-error.ts';
import { date, dateTime, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { ListChanges } from '#web/ui/data-table/ListChanges.tsx';
import { SearchField } from '#web/ui/data-table/toolbar/SearchField.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading } from '#web/ui/states/Loading.tsx';

const stateChoices = { '': 'Open', waiting: 'Waiting', snoozed: 'Snoozed', closed: 'Closed', all: 'All' };
const searchStateChoices = { '': 'All', open: 'Open', waiting: 'Waiting', snoozed: 'Snoozed', closed: 'Closed' };
const whoChoices = { '': 'Anyone’s', me: 'Mine', nobody: 'Unassigned' };

export function InboxList({ inbox, desk }: { inbox: InboxState; desk: InboxDesk | undefined }) {
  const { query, filters, setFilter, openId } = inbox;
  const { page, error } = query;
  const tags = desk?.tags ?? [];
  const root = useRef<HTMLElement>(null);
  const focusesRows = useRef(false);
  useEffect(() => {
    if (!focusesRows.current) return;
    focusesRows.current = false;
    root.current?.querySelector<HTMLElement>('.inbox-rows button')?.focus();
  });
  const wasOpen = useRef(false);
  const closedId = useRef<number | null>(null);
  useEffect(() => {
    const hasJustClosed = openId === null && wasOpen.current;
    wasOpen.current = openId !== null;
    if (openId !== null) closedId.current = openId;
    // Closing the conversation removed the focused element, and an answered one then leaves the list with its row.
    if (openId !== null || closedId.current === null || document.activeElement !== document.body) return;
    const row = root.current?.querySelector<HTMLElement>(`#inbox-row-${closedId.current}`);
    if (row && !hasJustClosed) return;
    if (!row) closedId.current = null;
    (row ?? root.current?.querySelector<HTMLElement>('.inbox-rows button') ?? root.current)?.focus();
  });
  return (
    <section className="inbox-list" aria-label="Messages" ref={root} tabIndex={-1}>
      <div className="inbox-filters">
        <SearchField label="Search names and texts" q={filters.q} maxLength={searchMaxLength} onSearch={(q) => setFilter('q', q)} />
        <FilterSelect label="State" name="state" inbox={inbox} options={filters.q === '' ? stateChoices : searchStateChoices} />
        <FilterSelect label="Assignee" name="who" inbox={inbox} options={whoChoices} />
        {(tags.length > 0 || filters.tag !== '') && (
          <FilterSelect
            label="Tag"
            name="tag"
            inbox={inbox}
            options={{
              '': 'Any tag',
              ...Object.fromEntries([...new Set([...tags, ...(filters.tag ? [filters.tag] : [])])].map((tag) => [tag, tag])),
            }}
          />
        )}
      </div>
      <ListChanges
        changes={query.changes}
        onShow={() => {
          focusesRows.current = true;
        }}
      />
      {page === undefined && error === undefined && <Loading label="Loading messages…" lines={8} />}
      {page === undefined && error !== undefined && (
        <ErrorState
          heading="h2"
          title="Couldn’t load the messages"
          message={errorText(error, 'Please try again.')}
          onRetry={query.reload}
        />
      )}
      {page && page.rows.length === 0 && <NoMessages filters={filters} />}
      {page && page.rows.length > 0 && (
        <ul className="plain-list inbox-rows">
          {page.rows.map((message) => (
            <InboxRow key={message.id} message={message} inbox={inbox} />
          ))}
        </ul>
      )}
      <p className="spread inbox-more">
        <span className="muted">{page?.total && `${plural(page.total.count, 'message')}${page.total.isMinimum ? ' or more' : ''}`}</span>
        <span className="cluster">
          {filters.cursor !== '' && (
            <button type="button" className="secondary button-small" onClick={() => setFilter('cursor', '')}>
              Newest
            </button>
          )}
          {page?.next && (
            <button type="button" className="secondary button-small" onClick={() => setFilter('cursor', page.next ?? '')}>
              Older
            </button>
          )}
          <Link href={`${paths.adminDashboard('messages')}&view=table`}>Table</Link>
        </span>
      </p>
    </section>
  );
}

interface FilterSelectProps {
  label: string;
  name: InboxFilter;
  inbox: InboxState;
  options: Readonly<Record<string, string>>;
}

function FilterSelect({ label, name, inbox: { filters, setFilter }, options }: FilterSelectProps) {
  return (
    <select aria-label={label} value={filters[name]} onChange={(event) => setFilter(name, event.target.value)}>
      {Object.entries(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

function InboxRow({ message, inbox: { openId, open } }: { message: AdminMessage; inbox: InboxState }) {
  const { id, name, latest, latestAt, state, snoozedUntil, assignee, tags } = message;
  const { label, tone } = stateLabels[state];
  return (
    <li>
      <button type="button" id={`inbox-row-${id}`} aria-current={id === openId || undefined} onClick={() => open(id)}>
        <span className="inbox-row-head">
          <strong>{name}</strong>
          <time dateTime={latestAt}>{date(latestAt)}</time>
        </span>
        <span className="message-excerpt" dir="auto">
          {latest.slice(0, 160)}
        </span>
        <span className="inbox-row-marks">
          {state !== 'open' && <Badge tone={tone}>{snoozedUntil ? `Until ${dateTime(snoozedUntil)}` : label}</Badge>}
          {assignee && <span className="inbox-mark">{assignee.name}</span>}
          {tags.map((tag) => (
            <span key={tag} className="inbox-mark">
              {tag}
            </span>
          ))}
        </span>
      </button>
    </li>
  );
}

function NoMessages({ filters: { q, state, who, tag } }: Pick<InboxState, 'filters'>) {
  if (q !== '')
    return (
      <EmptyState title={`No messages found matching "${q}"`} heading="h2">
        <p>Search finds words in names, emails and texts.</p>
      </EmptyState>
    );
  const isPlain = state === '' && who === '' && tag === '';
  return (
    <EmptyState title={isPlain ? 'All done' : 'No messages here'} heading="h2">
      <p>{isPlain ? 'No message is waiting for an answer.' : 'No messages match these filters.'}</p>
    </EmptyState>
  );
}
