import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import { cardPriceCents, membershipPriceCents, referralCommissionCents, type Tier, treasureKeysPerReferral } from '#schema/rules.ts';
import { RegisterLink } from '#web/features/accounts/joining/RegisterLink.tsx';
import { upgradePath } from '#web/features/memberships/upgrade-path.ts';
import { dollars } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { CheckIcon } from '#web/ui/icons/shell-icons.tsx';

interface Plan {
  tier: Tier;
  name: string;
  summary: string;
  benefits: string[];
  action: string;
}

const plans: Plan[] = [
  {
    tier: 'free',
    name: 'Free',
    summary: 'For everyone with a phone and a pair of shoes.',
    benefits: ['Scan cards and collect tokens', 'Redeem tokens for vacations', 'Track your balance'],
    action: 'Join For Free',
  },
  {
    tier: 'basic',
    name: 'Basic',
    summary: 'For people who like to leave a trail.',
    benefits: [
      'Everything in Free',
      `Order and place cards, ${dollars(cardPriceCents)} each`,
      `${dollars(referralCommissionCents.basic.basic)} commission per referral`,
      'Qualify for monthly Treasure Chests',
    ],
    action: 'Sign Up',
  },
  {
    tier: 'premium',
    name: 'Premium',
    summary: 'For captains with a crew.',
    benefits: [
      'Everything in Basic',
      `${dollars(referralCommissionCents.premium.basic)} to ${dollars(referralCommissionCents.premium.premium)} commission per referral`,
      `${treasureKeysPerReferral.premium / treasureKeysPerReferral.basic}x Treasure Keys per referral`,
      'Priority chest payouts',
    ],
    action: 'Sign Up',
  },
];

export function Memberships({ user }: { user: User | null | undefined }) {
  return (
    <section className="stack gap-6" aria-labelledby="memberships-title">
      <h2 id="memberships-title">Pick your pack</h2>
      <div className="public-columns">
        {plans.map((plan) => (
          <article key={plan.tier} className={`sheet stack gap-3 plan plan-${plan.tier}`}>
            <div className="spread">
              <h3>{plan.name}</h3>
              {user?.role === plan.tier && <Badge tone="green">Your membership</Badge>}
            </div>
            <p className="plan-price">
              <strong>{dollars(membershipPriceCents[plan.tier])}</strong> {plan.tier === 'free' ? 'forever' : 'per year'}
            </p>
            <p className="muted">{plan.summary}</p>
            <ul className="stack gap-2 plain-list benefits">
              {plan.benefits.map((benefit) => (
                <li key={benefit}>
                  <CheckIcon />
                  {benefit}
                </li>
              ))}
            </ul>
            {!user && (
              <RegisterLink user={user} isSecondary={plan.tier !== 'free'}>
                {plan.action}
              </RegisterLink>
            )}
            {user && user.membership.state !== 'grace' && <UpgradeLink plan={plan} current={user.role} />}
          </article>
        ))}
      </div>
    </section>
  );
}

/** Links to the dashboard's upgrade dialog, with this plan preselected. */
function UpgradeLink({ plan: { tier, name }, current }: { plan: Plan; current: Tier }) {
  if (tier === 'free' || membershipPriceCents[tier] <= membershipPriceCents[current]) return null;
  return (
    <Link href={upgradePath(tier)} className={tier === 'premium' ? 'button treasure' : 'button'}>
      Upgrade to {name}
    </Link>
  );
}
