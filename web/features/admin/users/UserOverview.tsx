import type { ReactNode } from 'react';
import type { AdminUserDetails } from '#schema/admin/user-details.ts';
import { Badge } from '#web/components/Badge.tsx';
import { Day, Moment, Person } from '#web/features/admin/users/cells.tsx';
import { membershipWords } from '#web/features/admin/users/membership-words.ts';
import { number } from '#web/lib/format.ts';

/** Who the member is, and how they stand. */
export function UserOverview({ details }: { details: AdminUserDetails }) {
  const { profile, membership, referredBy } = details;
  const place = [profile.address, profile.city, profile.state, profile.zip, profile.country].filter(Boolean).join(', ');
  const name = [profile.firstName, profile.lastName].filter(Boolean).join(' ');
  return (
    <div className="user-overview">
      <Facts
        title="Profile"
        facts={[
          ['ID', profile.id],
          ['Name', name],
          ['Username', profile.username],
          [
            'Email',
            <>
              <span className="user-email">{profile.email}</span>{' '}
              {profile.emailVerifiedAt ? <Badge tone="green">verified</Badge> : <Badge tone="yellow">unverified</Badge>}
            </>,
          ],
          ...(profile.pendingEmail ? [['Pending email', profile.pendingEmail] satisfies Fact] : []),
          ['Phone', profile.phone],
          ['Address', place],
          ['Registered', <Moment key="at" of={profile.createdAt} />],
          ['Last sign-in', <Moment key="at" of={profile.lastLoginAt} />],
          ['Optional mails', profile.wantsOptionalMail ? 'wanted' : 'not wanted'],
        ]}
      />
      <div className="stack">
        <Facts
          title="Membership"
          facts={[
            [
              'Role',
              <Badge key="role" tone={profile.role === 'free' ? 'grey' : 'green'}>
                {profile.role}
              </Badge>,
            ],
            ['State', membershipWords(membership)],
            ['Renews by itself', profile.role === 'free' ? null : profile.autoRenew ? 'yes' : 'no'],
            ['Expires', profile.membershipExpiresAt ? <Day key="at" of={profile.membershipExpiresAt} /> : null],
            ['Stripe customer', profile.stripeCustomerId],
          ]}
        />
        <Facts
          title="Balances"
          facts={[
            ['Treasure Tokens', number(profile.tokenBalance)],
            ...(profile.owedTokens > 0 ? [['Owed tokens', number(profile.owedTokens)] as [string, string]] : []),
            ['Treasure Keys', number(profile.treasureKeys)],
            ['Community Keys', number(profile.communityKeys)],
          ]}
        />
        <Facts
          title="Invitations"
          facts={[
            [
              'Code',
              <span key="code" className="code">
                {profile.referralCode}
              </span>,
            ],
            ['Invited by', referredBy ? <Person key="person" of={referredBy} /> : null],
          ]}
        />
      </div>
    </div>
  );
}

type Fact = [name: string, value: ReactNode];

function Facts({ title, facts }: { title: string; facts: Fact[] }) {
  return (
    <section className="user-section" aria-label={title}>
      <h3>{title}</h3>
      <dl className="user-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === null || value === '' ? '–' : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
