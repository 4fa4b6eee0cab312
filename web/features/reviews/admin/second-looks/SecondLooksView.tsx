import { useState } from 'react';
import { Link } from 'wouter';
import { type SecondLook, SecondLooks, secondLooksPath } from '#schema/reviews/second-look.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { reviewUrl } from '#web/features/admin/urls.ts';
import { MemberLink } from '#web/features/cards/admin/MemberLink.tsx';
import { findOption } from '#web/features/certificates/certificate-labels.ts';
import { Signals } from '#web/features/reviews/admin/Signals.tsx';
import { SecondLookDialog } from '#web/features/reviews/admin/second-looks/SecondLookDialog.tsx';
import type { Verdict } from '#web/features/reviews/admin/second-looks/second-looks-api.ts';
import { date } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Column } from '#web/ui/data-table/data-table.ts';

const columns: readonly Column<SecondLook>[] = [
  {
    id: 'number',
    header: 'Number',
    isName: true,
    cell: ({ review }) => (
      <Link className="code" href={reviewUrl(review.id)}>
        {review.number}
      </Link>
    ),
  },
  { id: 'member', header: 'Member', cell: ({ user }) => <MemberLink member={user} /> },
  { id: 'stay', header: 'Stay', cell: ({ review }) => findOption(review.type).name },
  {
    id: 'signals',
    header: 'Signals',
    cell: ({ review, isAboutTraveler }) => (
      <>
        <Signals signals={review.signals} />
        {isAboutTraveler && <Badge tone="yellow">Another traveler</Badge>}
      </>
    ),
  },
  {
    id: 'passed',
    header: 'Passed',
    sort: 'created',
    orders: ['Oldest first', 'Newest first'],
    cell: ({ passedAt, passedBy }) => `${date(passedAt)}, ${passedBy}`,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, lookedBy, reason }) =>
      state === 'raised' ? (
        <>
          <Badge tone="red">Escalated</Badge> <span className="muted small">{[lookedBy, reason].filter(Boolean).join(': ')}</span>
        </>
      ) : (
        <Badge tone="yellow">Waiting</Badge>
      ),
  },
];

/** Lists passed certificates that are due for a second look. The server omits certificates that the viewing administrator passed. */
export function SecondLooksView({ onOpenCase }: { onOpenCase: (id: number) => void }) {
  const isSuperAdmin = useIsSuperAdmin();
  const [step, setStep] = useState<{ look: SecondLook; verdict: Verdict }>();
  const openVerdict = (verdict: Verdict) => (look: SecondLook) => setStep({ look, verdict });
  const isWaiting = ({ state }: SecondLook) => state === 'waiting';
  return (
    <>
      <AdminList
        name="second-looks"
        label="Second look"
        path={secondLooksPath}
        schema={SecondLooks}
        columns={columns}
        rowLabel={({ review }) => review.number}
        searchLabel="Search number or member"
        defaultSort="created"
        onOpen={({ review }) => onOpenCase(review.id)}
        rowActions={[
          { label: 'Open case', onChoose: ({ review }) => onOpenCase(review.id) },
          { label: 'Agree', isShown: isWaiting, onChoose: openVerdict('agree') },
          { label: 'Escalate to a super administrator', isShown: isWaiting, onChoose: openVerdict('raise') },
          { label: 'Close', isShown: ({ state }) => state === 'raised' && isSuperAdmin, onChoose: openVerdict('close') },
        ]}
        emptyTitle="No second looks waiting"
        emptyHint="Certificates passed with signals, other travelers and one in twenty other certificates appear here for a colleague to check."
      />
      {step && <SecondLookDialog look={step.look} verdict={step.verdict} onClose={() => setStep(undefined)} />}
    </>
  );
}
