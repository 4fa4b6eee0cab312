import { t } from '@lingui/core/macro';
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

const plans = (): Plan[] => [
  {
    tier: 'free',
    name: t`Free`,
    summary: t`For everyone with a phone and a pair of shoes.`,
    benefits: [t`Scan cards and collect tokens`, t`Redeem tokens for vacations`, t`Track your balance`],
    action: t`Join For Free`,
  },
  {
    tier: 'basic',
    name: t`Basic`,
    summary: t`For people who like to leave a trail.`,
    benefits: [
      t`Everything in Free`,
      t`Order and place cards, ${dollars(cardPriceCents)} each`,
      t`${dollars(referralCommissionCents.basic.basic)} commission per referral`,
      t`Qualify for monthly Treasure Chests`,
    ],
    action: t`Sign Up`,
  },
  {
    tier: 'premium',
    name: t`Premium`,
    summary: t`For captains with a crew.`,
    benefits: [
      t`Everything in Basic`,
      t`${dollars(referralCommissionCents.premium.basic)} to ${dollars(referralCommissionCents.premium.premium)} commission per referral`,
      t`${treasureKeysPerReferral.premium / treasureKeysPerReferral.basic}x Treasure Keys per referral`,
      t`Priority chest payouts`,
    ],
    action: t`Sign Up`,
  },
];

export function Memberships({ user }: { user: User | null | undefined }) {
  return (
    <section className="stack gap-6" aria-labelledby="memberships-title">
      <h2 id="memberships-title">{t`Pick your pack`}</h2>
      <div className="public-columns">
        {plans().map((plan) => (
          <article key={plan.tier} className={`sheet stack gap-3 plan plan-${plan.tier}`}>
            <div className="spread">
              <h3>{plan.name}</h3>
              {user?.role === plan.tier && <Badge tone="green">{t`Your membership`}</Badge>}
            </div>
            <p className="plan-price">
              <strong>{dollars(membershipPriceCents[plan.tier])}</strong> {plan.tier === 'free' ? t`forever` : t`per year`}
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
      {t`Upgrade to ${name}`}
    </Link>
  );
}
