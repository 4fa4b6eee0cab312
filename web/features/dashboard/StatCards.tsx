import { Link } from 'wouter';
import type { User } from '#schema/user.ts';
import { CompassIcon, KeyIcon, TokenIcon, WalletIcon } from '#web/components/icons.tsx';
import { StatTile } from '#web/components/StatTile.tsx';
import { useEarnings } from '#web/features/dashboard/api.ts';
import { showSections } from '#web/features/dashboard/sections.ts';
import { date, dollarsFrom, number } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';

const tierNames = { free: 'Free', basic: 'Basic', premium: 'Premium' } as const;

/** The four figures at the top. */
export function StatCards({ user, onTokenHistory }: { user: User; onTokenHistory: () => void }) {
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="visually-hidden">
        Your figures
      </h2>
      <div className="stat-grid">
        <StatTile label="Treasure Tokens" value={number(user.tokenBalance)} art={<TokenIcon />}>
          <div className="stat-links">
            <Link href={paths.dashboard('certificates')} onClick={showSections}>
              Redemption options
            </Link>
            <button type="button" className="link-button" onClick={onTokenHistory}>
              Token history
            </button>
          </div>
        </StatTile>
        <StatTile label="Membership" value={tierNames[user.role]} art={<CompassIcon />}>
          <p className="muted">{membershipNote(user)}</p>
        </StatTile>
        <StatTile label="Your Referrals" value={number(user.treasureKeys)} art={<KeyIcon />}>
          <div className="stat-links">
            <Link href={paths.dashboard('referrals')} onClick={showSections}>
              Invite friends
            </Link>
          </div>
        </StatTile>
        <EarningsTile tier={user.role} />
      </div>
    </section>
  );
}

function EarningsTile({ tier }: { tier: User['role'] }) {
  const { data, error, mutate } = useEarnings(tier);
  if (tier === 'free') {
    return (
      <StatTile label="Earnings" value={dollarsFrom(0)} art={<WalletIcon />}>
        <p className="muted">Basic and Premium members earn with referrals and chests</p>
      </StatTile>
    );
  }
  if (error) {
    return (
      <StatTile label="Earnings" value="–" art={<WalletIcon />}>
        <p className="muted" role="alert">
          Could not be loaded.{' '}
          <button type="button" className="link-button" onClick={() => mutate()}>
            Try again
          </button>
        </p>
      </StatTile>
    );
  }
  const value = data ? dollarsFrom(data.summary.grandTotal) : <span className="skeleton stat-skeleton" />;
  return (
    <StatTile label="Earnings" value={value} art={<WalletIcon />}>
      <p className="muted">{data ? 'Referrals and chest payouts' : 'Loading…'}</p>
    </StatTile>
  );
}

function membershipNote({ role, membershipExpiresAt, autoRenew }: User): string {
  if (role === 'free') return 'Scan cards and collect tokens';
  if (!membershipExpiresAt) return role === 'premium' ? 'Premium Member' : 'Basic Member';
  return `${autoRenew ? 'Renews' : 'Ends'} ${date(membershipExpiresAt)}`;
}
