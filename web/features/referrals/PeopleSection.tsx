import type { Referrals } from '#schema/referral.ts';
import { EmptyTrail } from '#web/components/cards/EmptyTrail.tsx';
import { EmptyState } from '#web/components/EmptyState.tsx';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { GrowingList } from '#web/components/GrowingList.tsx';
import { invitationLinkId } from '#web/components/referrals/InvitationLink.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';
import type { useReferrals } from '#web/features/referrals/api.ts';
import { PersonRow } from '#web/features/referrals/PersonRow.tsx';
import { errorText } from '#web/lib/api.ts';
import { number } from '#web/lib/format.ts';

/** Everybody who joined by the member's link. */
export function PeopleSection({ referrals }: { referrals: ReturnType<typeof useReferrals> }) {
  return (
    <section className="stack" aria-labelledby="people-title">
      <h2 id="people-title">Your friends</h2>
      <People {...referrals} />
    </section>
  );
}

function People({ totals, people, error, reload, reading }: ReturnType<typeof useReferrals>) {
  if (!people || !totals) {
    if (error) {
      return (
        <ErrorState
          title="Your friends could not be loaded"
          message={errorText(error, 'Please try again.')}
          onRetry={() => void reload()}
        />
      );
    }
    return (
      <div className="stack" role="status">
        <span className="visually-hidden">Loading your friends…</span>
        <Skeleton height="5rem" />
        <Skeleton height="14rem" />
      </div>
    );
  }
  if (people.length === 0) {
    return (
      <div className="sheet">
        <EmptyState title="Nobody has joined by your link yet" art={<EmptyTrail />}>
          <p>Send your link to someone who likes to be outdoors, or let them scan your QR code. Whoever joins shows up here.</p>
          <a href={`#${invitationLinkId}`} className="button">
            Invite a friend
          </a>
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <Tally totals={totals} />
      <GrowingList
        className="people"
        label="Your friends"
        count={people.length}
        reading={reading}
        moreFailed="More friends could not be loaded."
      >
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </GrowingList>
    </>
  );
}

function Tally({ totals }: { totals: Referrals['totals'] }) {
  const figure = (label: string, value: string) => (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <dl className="sheet tally">
      {figure('Joined', number(totals.joined))}
      {figure('Became members', number(totals.became))}
      {figure('Treasure Keys', number(totals.treasureKeys))}
    </dl>
  );
}
