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
      <h2 id="figures" className="visually-hidden">
        Your stats
      </h2>
      <div className="stat-grid">
        <StatTile label="Treasure Tokens" value={number(user.tokenBalance)} art={<TokenIcon />}>
          {user.owedTokens > 0 && <p className="muted">You owe {number(user.owedTokens)}</p>}
          <div className="stat-links">
            <Link href={paths.dashboard('certificates')} onClick={showSections}>
              Redemption options
            </Link>
          </div>
        </StatTile>
        <StatTile label="Membership" value={tierNames[user.role]} art={<CompassIcon />}>
          <p className="muted wide-window-only">{summarizeMembership(user.membership)}</p>
          <div className="stat-links">
            {user.membership.state === 'grace' ? (
              <Link href={changeCardPath}>Update card</Link>
            ) : (
              <UpgradeButton tier={user.role} onUpgrade={onUpgrade} />
            )}
          </div>
        </StatTile>
        <StatTile
          label="Your Referrals"
          value={
            <>
              {number(user.treasureKeys)} <span className="stat-unit">{user.treasureKeys === 1 ? 'Treasure Key' : 'Treasure Keys'}</span>
            </>
          }
          art={<KeyIcon />}
        >
          <div className="stat-links">
            <Link href={paths.referrals}>Invite friends</Link>
          </div>
        </StatTile>
        <EarningsTile user={user} />
      </div>
    </section>
  );
}

function UpgradeButton({ tier, onUpgrade }: { tier: User['role']; onUpgrade: (tier: PaidTier) => void }) {
  if (tier === 'premium') {
    return (
      <button type="button" className="link-button" disabled>
        Premium Member
      </button>
    );
  }
  const next = tier === 'free' ? 'basic' : 'premium';
  return (
    <button type="button" className="link-button" onClick={() => onUpgrade(next)}>
      Upgrade to {tierNames[next]}
    </button>
  );
}

function EarningsTile({ user }: { user: User }) {
  const { data, error, mutate } = useEarnings(user);
  if (!canHaveEarnings(user)) {
    return (
      <StatTile label="Earnings" value={formatDollars(0)} art={<WalletIcon />}>
        <div className="stat-links">
          <Link href={earningsPath}>How members earn</Link>
        </div>
      </StatTile>
    );
  }
  if (error) {
    return (
      <StatTile label="Earnings" value="–" art={<WalletIcon />}>
        <p className="muted" role="alert">
          Couldn’t load earnings.{' '}
          <button type="button" className="link-button" onClick={() => mutate()}>
            Try again
          </button>
        </p>
      </StatTile>
    );
  }
  const value = data ? formatDollars(data.summary.grandTotal) : <span className="skeleton stat-skeleton" />;
  return (
    <StatTile label="Earnings" value={value} art={<WalletIcon />}>
      <div className="stat-links">
        <Link href={earningsPath}>Referrals and chests</Link>
      </div>
    </StatTile>
  );
}
