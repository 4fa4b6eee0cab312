import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { membershipLabels } from '#web/features/accounts/admin/membership-labels.ts';
import { DateCell, DateTimeCell, PersonLink } from '#web/features/admin/cells.tsx';
import { number } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { EmailText } from '#web/ui/EmailText.tsx';
import { FactList, type Facts } from '#web/ui/FactList.tsx';

export function UserOverview({ details }: { details: AdminUserDetails }) {
  const { profile, bounce, membership, referredBy } = details;
  const place = [profile.address, profile.city, profile.state, profile.zip, profile.country].filter(Boolean).join(', ');
  const name = [profile.firstName, profile.lastName].filter(Boolean).join(' ');
  return (
    <div className="stack gap-5 user-overview">
      <Section
        title="Profile"
        facts={{
          ID: profile.id,
          Name: name,
          Username: profile.username,
          Email: (
            <>
              <EmailText email={profile.email} />{' '}
              {profile.emailVerifiedAt ? <Badge tone="green">verified</Badge> : <Badge tone="yellow">unverified</Badge>}
            </>
          ),
          ...(bounce && {
            'Emails stopped': (
              <>
                <DateTimeCell value={bounce.at} /> <Badge tone="red">{bounce.reason}</Badge> {bounce.detail}
              </>
            ),
          }),
          ...(profile.pendingEmail && { 'Pending email': profile.pendingEmail }),
          Phone: profile.phone,
          Address: place,
          Registered: <DateTimeCell value={profile.createdAt} />,
          'Last sign-in': <DateTimeCell value={profile.lastLoginAt} />,
          'Optional emails': profile.wantsOptionalMail ? 'on' : 'off',
        }}
      />
      <div className="stack">
        <Section
          title="Membership"
          facts={{
            Role: <Badge tone={profile.role === 'free' ? 'grey' : 'green'}>{profile.role}</Badge>,
            State: membershipLabels(membership),
            'Renews automatically': profile.role === 'free' ? null : profile.autoRenew ? 'yes' : 'no',
            Expires: <DateCell value={profile.membershipExpiresAt} />,
            'Stripe customer': profile.stripeCustomerId,
          }}
        />
        <Section
          title="Balances"
          facts={{
            'Treasure Tokens': number(profile.tokenBalance),
            ...(profile.owedTokens > 0 && { 'Owed tokens': number(profile.owedTokens) }),
            'Treasure Keys': number(profile.treasureKeys),
            'Community Keys': number(profile.communityKeys),
          }}
        />
        <Section
          title="Invitations"
          facts={{
            Code: <span className="code">{profile.referralCode}</span>,
            'Invited by': referredBy && <PersonLink person={referredBy} />,
          }}
        />
      </div>
    </div>
  );
}

function Section({ title, facts }: { title: string; facts: Facts }) {
  const displayFacts = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, value === null || value === '' ? '–' : value]),
  );
  return (
    <section className="stack gap-2 user-section" aria-label={title}>
      <h4>{title}</h4>
      <FactList className="user-facts" facts={displayFacts} />
    </section>
  );
}
