import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Referrals } from '#schema/referrals/referral.ts';
import { useReferrals } from '#web/features/referrals/api.ts';
import { invitationLinkId } from '#web/features/referrals/InvitationLink.tsx';
import { orderPeople } from '#web/features/referrals/order-people.ts';
import { PersonRow } from '#web/features/referrals/PersonRow.tsx';
import { number } from '#web/lib/format.ts';
import type { Paging } from '#web/lib/paging.ts';
import { now } from '#web/lib/react/now.ts';
import { FactList } from '#web/ui/FactList.tsx';
import { GrowingList } from '#web/ui/GrowingList.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { EmptyTrail } from '#web/ui/states/EmptyTrail.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

/** Number of people shown initially, low enough to keep the earnings within reach on a phone. */
const firstPeople = 5;

export function PeopleSection() {
  const { query, paging } = useReferrals();
  return (
    <section className="stack people-section" aria-labelledby="people-title">
      <h2 id="people-title">{t`Your friends`}</h2>
      <Loaded query={query} subject={t`Your friends`} blocks={['5rem', '27rem']}>
        {(pages) => <People pages={pages} paging={paging} />}
      </Loaded>
    </section>
  );
}

function People({ pages, paging }: { pages: Referrals[]; paging: Paging }) {
  const [showsAll, setShowsAll] = useState(false);
  const people = orderPeople(pages, now());
  if (people.length === 0) {
    return (
      <div className="sheet">
        <EmptyState title={t`No one has joined yet`} art={<EmptyTrail />}>
          <p>{t`Share your link or QR code. Friends who join appear here.`}</p>
          <a href={`#${invitationLinkId}`} className="button secondary">{t`Invite a friend`}</a>
        </EmptyState>
      </div>
    );
  }
  const isShort = !showsAll && people.length > firstPeople;
  const shownPeople = isShort ? people.slice(0, firstPeople) : people;
  const shownPaging = isShort ? { ...paging, hasMore: true, loadMore: async () => setShowsAll(true) } : paging;
  return (
    <>
      {pages[0] && <ReferralTotals totals={pages[0].totals} />}
      <GrowingList
        className="people"
        label={t`Your friends`}
        count={shownPeople.length}
        paging={shownPaging}
        moreFailed={t`Couldn’t load more friends.`}
      >
        {shownPeople.map((person) => (
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
      facts={{
        [t({ message: 'Joined', context: 'number of friends' })]: number(totals.joined),
        [t({ message: 'Upgraded', context: 'number of friends' })]: number(totals.became),
        [t`Treasure Keys`]: number(totals.treasureKeys),
      }}
    />
  );
}
