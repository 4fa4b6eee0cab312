import { useState } from 'react';
import { Link } from 'wouter';
import { type AdminReview, AdminReviews } from '#schema/admin/reviews.ts';
import { reviewAddress } from '#web/features/admin/addresses.ts';
import { MemberLink } from '#web/features/admin/cards/MemberLink.tsx';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { ReviewDialog, type ReviewStep } from '#web/features/admin/reviews/ReviewDialog.tsx';
import { reasonsToLook } from '#web/features/admin/reviews/review-labels.ts';
import { reviewsPath } from '#web/features/admin/reviews/reviews-api.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { useShownInAddress } from '#web/features/admin/use-shown-in-address.ts';
import { optionOf } from '#web/features/certificates/certificate-labels.ts';
import { date } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { byCreated } from '#web/ui/data-table/orders.ts';

const columns: readonly Column<AdminReview>[] = [
  {
    id: 'number',
    header: 'Number',
    isName: true,
    cell: ({ id, number }) => (
      <Link className="code" href={reviewAddress(id)}>
        {number}
      </Link>
    ),
  },
  { id: 'member', header: 'Member', cell: ({ user }) => <MemberLink member={user} /> },
  { id: 'name', header: 'Name', isOptional: true, cell: ({ user }) => user.name ?? '' },
  { id: 'stay', header: 'Stay', cell: ({ type }) => optionOf(type).name },
  { id: 'tokens', header: 'Tokens', align: 'end', cell: ({ tokensRedeemed }) => tokensRedeemed },
  { ...byCreated, sortsDescending: false, header: 'Redeemed', cell: ({ createdAt }) => date(createdAt) },
  { id: 'signals', header: 'Signals', cell: reasonsToLook },
  { id: 'asked', header: 'Asked', cell: ({ askedAt }) => askedAt && <Badge tone="info">{date(askedAt)}</Badge> },
];

/** The certificates that wait until somebody has looked at them, the oldest first. The one that is looked at stands in the address. */
export function ReviewsTab() {
  const isSuperAdmin = useIsSuperAdmin();
  const { shown, show } = useShownInAddress('review');
  const [firstStep, setFirstStep] = useState<ReviewStep>('view');

  function look(id: number | null, step: ReviewStep = 'view') {
    setFirstStep(step);
    show(id);
  }

  return (
    <>
      <AdminList
        name="reviews"
        label="Reviews"
        path={reviewsPath}
        schema={AdminReviews}
        columns={columns}
        rowLabel={({ number }) => number}
        searchLabel="Search number or member"
        defaultSort="created"
        rowActions={[
          { label: 'Look at it', onChoose: ({ id }) => look(id) },
          { label: 'Ask the member', onChoose: ({ id }) => look(id, 'ask') },
          { label: 'Refuse', isShown: () => isSuperAdmin, onChoose: ({ id }) => look(id, 'refuse') },
        ]}
        emptyTitle="Nothing waits to be looked at"
        emptyHint="First certificates, and those with a signal, wait here until you have decided."
      />
      {shown !== null && /^\d+$/.test(shown) && (
        <ReviewDialog key={`${shown} ${firstStep}`} id={Number(shown)} firstStep={firstStep} onClose={() => look(null)} />
      )}
    </>
  );
}
