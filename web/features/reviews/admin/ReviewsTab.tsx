import { Link, useSearchParams } from 'wouter';
import { Totals, totalsPath } from '#schema/admin/totals.ts';
import { type AdminReview, AdminReviews } from '#schema/reviews/admin-reviews.ts';
import { signalCodes } from '#schema/reviews/signals.ts';
import { certificateOptions } from '#schema/rules.ts';
import { BadgeCount } from '#web/features/admin/BadgeCount.tsx';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { getOpenId, reviewUrl } from '#web/features/admin/urls.ts';
import { MemberLink } from '#web/features/cards/admin/MemberLink.tsx';
import { findOption } from '#web/features/certificates/certificate-labels.ts';
import { GroupDecisionsView } from '#web/features/reviews/admin/decisions/GroupDecisionsView.tsx';
import { CaseDesk } from '#web/features/reviews/admin/desk/CaseDesk.tsx';
import { signalLabel, waitingTime } from '#web/features/reviews/admin/review-labels.ts';
import { reviewsPath } from '#web/features/reviews/admin/reviews-api.ts';
import { Signals } from '#web/features/reviews/admin/Signals.tsx';
import { SecondLooksView } from '#web/features/reviews/admin/second-looks/SecondLooksView.tsx';
import { useQuery } from '#web/lib/api/query.ts';
import { date } from '#web/lib/format.ts';
import { now } from '#web/lib/react/now.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { createdColumn } from '#web/ui/data-table/sort-orders.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';

const columns: readonly Column<AdminReview>[] = [
  {
    id: 'number',
    header: 'Number',
    isName: true,
    cell: ({ id, number }) => (
      <Link className="code" href={reviewUrl(id)}>
        {number}
      </Link>
    ),
  },
  { id: 'member', header: 'Member', cell: ({ user }) => <MemberLink member={user} /> },
  { id: 'name', header: 'Name', isOptional: true, cell: ({ user }) => user.name ?? '' },
  { id: 'stay', header: 'Stay', cell: ({ type }) => findOption(type).name, isForWideScreens: true },
  { id: 'tokens', header: 'Tokens', align: 'end', cell: ({ tokensRedeemed }) => tokensRedeemed },
  { ...createdColumn, sortsDescending: false, header: 'Waiting time', cell: ({ createdAt }) => waitingTime(createdAt, now()) },
  { id: 'signals', header: 'Signals', cell: ({ signals }) => <Signals signals={signals} /> },
  { id: 'asked', header: 'Asked', cell: ({ askedAt }) => askedAt && <Badge tone="info">{date(askedAt)}</Badge> },
];

const filters: readonly Filter[] = [
  {
    name: 'signal',
    label: 'Signal',
    options: Object.fromEntries(signalCodes.map((code) => [code, signalLabel(code)])),
    sorts: ['created'],
  },
  {
    name: 'stay',
    label: 'Stay',
    options: Object.fromEntries(certificateOptions.map(({ type, name }) => [type, name])),
    sorts: ['created'],
  },
];

const views = [
  { id: null, label: 'Waiting' },
  { id: 'second-looks', label: 'Second look' },
  { id: 'decided', label: 'Group decisions' },
] as const;

/** Shows the certificates waiting for review, the case in the URL, second looks, or past group decisions. */
export function ReviewsTab() {
  const [search, setSearch] = useSearchParams();
  const secondLooks = useQuery(totalsPath, Totals).data?.attention.secondLooks ?? 0;
  const openReviewId = getOpenId(search, 'review');
  const step = search.get('step');
  const view = views.find(({ id }) => id === search.get('view')) ?? views[0];

  function go(id: number | null, parameters: Record<string, string> = {}) {
    setSearch({ tab: 'reviews', ...(id !== null && { review: String(id) }), ...parameters });
  }

  if (openReviewId !== null)
    return <CaseDesk key={openReviewId} id={openReviewId} firstStep={step === 'ask' || step === 'refuse' ? step : null} onGo={go} />;
  return (
    <div className="stack gap-3">
      <div className="cluster gap-2">
        {views.map(({ id, label }) => (
          <button
            key={label}
            type="button"
            className="secondary"
            aria-pressed={view.id === id}
            onClick={() => go(null, id === null ? {} : { view: id })}
          >
            {label}
            {id === 'second-looks' && secondLooks > 0 && (
              <span className="attention-count">
                <span className="visually-hidden">, </span>
                <BadgeCount count={secondLooks} />
                <span className="visually-hidden"> to check</span>
              </span>
            )}
          </button>
        ))}
      </div>
      {view.id === null && <Queue onOpenCase={(id, step) => go(id, step && { step })} />}
      {view.id === 'second-looks' && <SecondLooksView onOpenCase={(id) => go(id)} />}
      {view.id === 'decided' && <GroupDecisionsView />}
    </div>
  );
}

function Queue({ onOpenCase }: { onOpenCase: (id: number, step?: 'ask' | 'refuse') => void }) {
  const isSuperAdmin = useIsSuperAdmin();
  return (
    <AdminList
      name="reviews"
      label="Reviews"
      path={reviewsPath}
      schema={AdminReviews}
      columns={columns}
      rowLabel={({ number }) => number}
      searchLabel="Search by number or member"
      filters={filters}
      defaultSort="created"
      onOpen={({ id }) => onOpenCase(id)}
      rowActions={[
        { label: 'Open', onChoose: ({ id }) => onOpenCase(id) },
        { label: 'Ask the member', onChoose: ({ id }) => onOpenCase(id, 'ask') },
        { label: 'Refuse', isShown: () => isSuperAdmin, onChoose: ({ id }) => onOpenCase(id, 'refuse') },
      ]}
      emptyTitle="Nothing to review"
      emptyHint="First certificates and those with a signal wait here for your decision. Time for a walk."
    />
  );
}
