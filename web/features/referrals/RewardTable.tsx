import '#web/features/referrals/referrals.css';
import { referralCommissionCents, type Tier, treasureKeysPerReferral } from '#schema/rules.ts';
import { dollars, plural } from '#web/lib/format.ts';

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

export function RewardTable({ tier, labelledBy }: { tier: Tier; labelledBy: string }) {
  return (
    <div className="folding-table">
      <table className="framed-table reward-table" aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <th scope="col">Your membership</th>
            <th scope="col">Commission</th>
            <th scope="col">Treasure Keys</th>
          </tr>
        </thead>
        <tbody>
          {rewards.map((reward) => (
            <tr key={reward.tier} className={reward.tier === tier ? 'mine' : undefined}>
              <th scope="row">
                {reward.name}
                {reward.tier === tier && <span className="mine-mark"> (you)</span>}
              </th>
              <td data-label="Commission">{reward.commission}</td>
              <td data-label="Treasure Keys">{plural(reward.keys, 'key')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
