import { Link } from 'wouter';
import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { NewestTable } from '#web/features/accounts/admin/member/NewestTable.tsx';
import { DateCell, StatusBadge } from '#web/features/admin/cells.tsx';
import { certificateIdUrl, reviewUrl } from '#web/features/admin/urls.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';

type Certificate = AdminUserDetails['certificates']['rows'][number];

export function UserCertificates({ details: { profile, certificates } }: { details: AdminUserDetails }) {
  return (
    <NewestTable
      title="Redeemed"
      list={certificates}
      empty="No certificates."
      all={{ tab: 'certificates', query: { q: profile.email } }}
      columns={[
        {
          header: 'Number',
          cell: ({ id, number }) => (
            <Link className="code" href={certificateIdUrl(id)}>
              {number}
            </Link>
          ),
        },
        { header: 'Option', cell: ({ type }) => type },
        { header: 'Tokens', align: 'end', cell: ({ tokensRedeemed }) => tokensRedeemed },
        { header: 'Status', cell: (certificate) => <Status certificate={certificate} /> },
        { header: 'Issued', cell: ({ createdAt }) => calendarDay(createdAt) },
        { header: 'Valid until', cell: ({ validUntil }) => calendarDay(validUntil) },
        { header: 'Review', cell: ({ id, review }) => (review === 'none' ? '–' : <Link href={reviewUrl(id)}>{review}</Link>) },
      ]}
    />
  );
}

function Status({ certificate: { status, review, cancelledAt, cancelledBy, cancelReason } }: { certificate: Certificate }) {
  return (
    <>
      <StatusBadge value={review === 'refused' ? review : status} />
      {cancelledAt !== null && (
        <p className="member-reason">
          <span className="muted small">
            {review === 'refused' ? 'Refused' : 'Canceled'} <DateCell value={cancelledAt} />
            {cancelledBy !== null && ` by ${cancelledBy}`}
          </span>
          {cancelReason !== null && <q dir="auto">{cancelReason}</q>}
        </p>
      )}
    </>
  );
}
