import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AdminCardDetails } from '#schema/cards/admin-cards.ts';
import { reviewUrl } from '#web/features/admin/urls.ts';
import { changeLabels } from '#web/features/cards/admin/change-labels.ts';
import { MemberLink } from '#web/features/cards/admin/MemberLink.tsx';
import { dateTime, plural } from '#web/lib/format.ts';

const sources = { camera: 'camera', photo: 'photo', typed: 'typed ID', link: 'link', offline: 'offline' };
const answers = { still_there: 'The owner says the card is still there', off_the_map: 'The owner took it off the map' };
const claimStates = { pending: 'pending', approved: 'approved', rejected: 'rejected', withdrawn: 'withdrawn' };

export function CardScanHistory({ details: { finds, reports, claims, changes } }: { details: AdminCardDetails }) {
  return (
    <>
      <Rows title="Finds" emptyText="No finds yet." count={finds.length}>
        {finds.map((find) => (
          <li key={find.id}>
            <span>
              <MemberLink member={find.finder} />
            </span>
            <span className="muted">{dateTime(find.scanDate)}</span>
            <span className="record-note">
              {find.kind === 'rewarded' ? plural(find.tokensEarned, 'token') : find.kind === 'own' ? 'The owner’s own scan' : 'No tokens'},
              by {sources[find.source]}
              {find.codeWasRight ? ', with the card’s code' : ', without the card’s code'}
              {find.takenBackBy && <TakenBackBy by={find.takenBackBy} />}
            </span>
            {find.log !== null && <span className="record-note">Note to the owner: “{find.log}”</span>}
          </li>
        ))}
      </Rows>
      <Rows title="Missing reports" emptyText="No reports." count={reports.length}>
        {reports.map(({ id, reporter, createdAt, closedAt, isCounted, answer }) => (
          <li key={id}>
            <span>
              <MemberLink member={reporter} />
            </span>
            <span className="muted">
              {dateTime(createdAt)}, {closedAt ? `closed ${dateTime(closedAt)}` : 'open'}
            </span>
            {(!isCounted || answer) && (
              <span className="record-note">{[!isCounted && 'Does not count', answer && answers[answer]].filter(Boolean).join('. ')}</span>
            )}
          </li>
        ))}
      </Rows>
      <Rows title="Claims" emptyText="No claims." count={claims.length}>
        {claims.map(({ id, claimant, status, createdAt }) => (
          <li key={id}>
            <span>
              <MemberLink member={claimant} />
            </span>
            <span className="muted">
              {dateTime(createdAt)}, {claimStates[status]}
            </span>
          </li>
        ))}
      </Rows>
      <Rows title="Changes by administrators" emptyText="No changes." count={changes.length}>
        {changes.map((change) => (
          <li key={change.id}>
            <span>{change.admin ?? 'The system'}</span>
            <span className="muted">{dateTime(change.createdAt)}</span>
            <span className="record-note">{changeLabels(change)}</span>
          </li>
        ))}
      </Rows>
    </>
  );
}

/** Shows the decision that reversed the find, and links to its review case. */
function TakenBackBy({ by: { decisionId, review } }: { by: NonNullable<AdminCardDetails['finds'][number]['takenBackBy']> }) {
  return (
    <>
      . Taken back by decision {decisionId}
      {review && (
        <>
          {' '}
          (case <Link href={reviewUrl(review.id)}>{review.number}</Link>)
        </>
      )}
    </>
  );
}

function Rows({ title, emptyText, count, children }: { title: string; emptyText: string; count: number; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {count === 0 ? <p className="muted">{emptyText}</p> : <ul className="plain-list record-rows">{children}</ul>}
    </section>
  );
}
