import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import type { PaidTier } from '#schema/orders/order.ts';
import { changeCardPath, summarizeMembership, tierNames } from '#web/features/memberships/membership-labels.ts';
import { canHaveEarnings, useEarnings } from '#web/features/referrals/earnings.ts';
import { formatDollars, number } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { showSections } from '#web/pages/dashboard/sections.ts';
import { TokenIcon } from '#web/ui/icons/found-icons.tsx';
import { KeyIcon, WalletIcon } from '#web/ui/icons/icons.tsx';
import { CompassIcon } from '#web/ui/icons/shell-icons.tsx';
import { StatTile } from '#web/ui/StatTile.tsx';

const earningsPath = `${paths.referrals}#earnings`;

export function StatCards({ user, onUpgrade }: { user: User; onUpgrade: (tier: PaidTier) => void }) {
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="visually-hidden">{t`Your stats`}</h2>
      <div className="stat-grid">
        <StatTile label={t`Treasure Tokens`} value={number(user.tokenBalance)} art={<TokenIcon />}>
          {user.owedTokens > 0 && <p className="muted">{t`You owe ${number(user.owedTokens)}`}</p>}
          <div className="stat-links">
            <Link href={paths.dashboard('certificates')} onClick={showSections}>{t`Redemption options`}</Link>
          </div>
        </StatTile>
        <StatTile label={t`Membership`} value={user.role === 'premium' ? <PremiumMember /> : tierNames[user.role]} art={<CompassIcon />}>
          <p className="muted wide-window-only">{summarizeMembership(user.membership)}</p>
          <div className="stat-links">
            {user.membership.state === 'grace' ? (
              <Link href={changeCardPath}>{t`Update card`}</Link>
            ) : user.role === 'premium' ? (
              <Link href={paths.account('membership')}>{t`Manage membership`}</Link>
            ) : (
              <UpgradeButton tier={user.role} onUpgrade={onUpgrade} />
            )}
          </div>
        </StatTile>
        <StatTile
          label={t`Your Referrals`}
          value={
            <>
              {number(user.treasureKeys)}{' '}
              <span className="stat-unit">{plural(user.treasureKeys, { one: 'Treasure Key', other: 'Treasure Keys' })}</span>
            </>
          }
          art={<KeyIcon />}
        >
          <div className="stat-links">
            <Link href={paths.referrals}>{t`Invite friends`}</Link>
          </div>
        </StatTile>
        <EarningsTile user={user} />
      </div>
    </section>
  );
}

function PremiumMember() {
  return <button type="button" className="link-button stat-tier" disabled>{t`Premium Member`}</button>;
}

function UpgradeButton({ tier, onUpgrade }: { tier: 'free' | 'basic'; onUpgrade: (tier: PaidTier) => void }) {
  const next = tier === 'free' ? 'basic' : 'premium';
  return (
    <button type="button" className="link-button" onClick={() => onUpgrade(next)}>
      {t`Upgrade to ${tierNames[next]}`}
    </button>
  );
}

function EarningsTile({ user }: { user: User }) {
  const { data, error, mutate } = useEarnings(user);
  if (!canHaveEarnings(user)) {
    return (
      <StatTile label={t`Earnings`} value={formatDollars(0)} art={<WalletIcon />}>
        <div className="stat-links">
          <Link href={earningsPath}>{t`How members earn`}</Link>
        </div>
      </StatTile>
    );
  }
  if (error) {
    return (
      <StatTile label={t`Earnings`} value="–" art={<WalletIcon />}>
        <p className="muted" role="alert">
          <Trans>
            Couldn’t load earnings.{' '}
            <button type="button" className="link-button" onClick={() => mutate()}>
              Try again
            </button>
          </Trans>
        </p>
      </StatTile>
    );
  }
  const value = data ? formatDollars(data.summary.grandTotal) : <span className="skeleton stat-skeleton" />;
  return (
    <StatTile label={t`Earnings`} value={value} art={<WalletIcon />}>
      <div className="stat-links">
        <Link href={earningsPath}>{t`Referrals and chests`}</Link>
      </div>
    </StatTile>
  );
}
