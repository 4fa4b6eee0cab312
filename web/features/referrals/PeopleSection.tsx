import type { Referrals } from '#schema/referrals/referral.ts';
import { useReferrals } from '#web/features/referrals/api.ts';
import { invitationLinkId } from '#web/features/referrals/InvitationLink.tsx';
import { PersonRow } from '#web/features/referrals/PersonRow.tsx';
import { number } from '#web/lib/format.ts';
import type { Paging } from '#web/lib/paging.ts';
import { FactList } from '#web/ui/FactList.tsx';
import { GrowingList } from '#web/ui/GrowingList.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { EmptyTrail } from '#web/ui/states/EmptyTrail.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function PeopleSection() {
  const { query, paging } = useReferrals();
  return (
    <section className="stack" aria-labelledby="people-title">
      <h2 id="people-title">Your friends</h2>
      <Loaded query={query} subject="Your friends" blocks={['5rem', '14rem']}>
        {(pages) => <People pages={pages} paging={paging} />}
      </Loaded>
    </section>
  );
}

function People({ pages, paging }: { pages: Referrals[]; paging: Paging }) {
  const people = pages.flatMap((page) => page.people);
  if (people.length === 0) {
    return (
      <div className="sheet">
        <EmptyState title="No one has joined yet" art={<EmptyTrail />}>
          <p>Share your link or QR code. Friends who join appear here.</p>
          <a href={`#${invitationLinkId}`} className="button">
            Invite a friend
          </a>
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      {pages[0] && <ReferralTotals totals={pages[0].totals} />}
      <GrowingList className="people" label="Your friends" count={people.length} paging={paging} moreFailed="Couldn’t load more friends.">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </GrowingList>
    </>
  );
}

function ReferralTotals({ totals }: { totals: Referrals['totals'] }) {
  return (
    <FactList
      className="sheet tally"
      facts={{ Joined: number(totals.joined), Upgraded: number(totals.became), 'Treasure Keys': number(totals.treasureKeys) }}
    />
  );
}
