import { referralCommissionCents, treasureKeysPerReferral } from '#schema/rules.ts';
import type { User } from '#schema/user.ts';
import { InvitationLink } from '#web/features/dashboard/InvitationLink.tsx';
import { dollars, number, plural } from '#web/lib/format.ts';

const rewards = [
  { tier: 'free', name: 'Free', commission: 'No commission', keys: treasureKeysPerReferral.free },
  { tier: 'basic', name: 'Basic', commission: `${dollars(referralCommissionCents.basic.basic)} each`, keys: treasureKeysPerReferral.basic },
  {
    tier: 'premium',
    name: 'Premium',
    commission: `${dollars(referralCommissionCents.premium.basic)} for Basic, ${dollars(referralCommissionCents.premium.premium)} for Premium`,
    keys: treasureKeysPerReferral.premium,
  },
] as const;

/** The member's invitation and what it brings. */
export function ReferralsTab({ user }: { user: User }) {
  return (
    <section className="stack" aria-labelledby="referrals-title">
      <h2 id="referrals-title">Referrals</h2>
      <p className="muted">
        Send friends your link. When one of them first becomes a Basic or Premium member, you are rewarded. Treasure Keys so far:{' '}
        <strong>{number(user.treasureKeys)}</strong>.
      </p>
      <InvitationLink referralCode={user.referralCode} />
      <h3 id="rewards-title">What each paying friend brings you</h3>
      <div className="table-scroll">
        <table className="reward-table" aria-labelledby="rewards-title">
          <thead>
            <tr>
              <th scope="col">Your membership</th>
              <th scope="col">Commission</th>
              <th scope="col">Treasure Keys</th>
            </tr>
          </thead>
          <tbody>
            {rewards.map((reward) => (
              <tr key={reward.tier} className={reward.tier === user.role ? 'mine' : undefined}>
                <th scope="row">
                  {reward.name}
                  {reward.tier === user.role && <span className="mine-mark"> (you)</span>}
                </th>
                <td>{reward.commission}</td>
                <td>{plural(reward.keys, 'key')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
