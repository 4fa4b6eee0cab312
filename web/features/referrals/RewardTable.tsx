import { plural, t } from '@lingui/core/macro';
import '#web/features/referrals/referrals.css';
import { referralCommissionCents, type Tier, treasureKeysPerReferral } from '#schema/rules.ts';
import { dollars } from '#web/lib/format.ts';

const rewards = () =>
  [
    { tier: 'free', name: 'Free', commission: t`No commission`, keys: treasureKeysPerReferral.free },
    {
      tier: 'basic',
      name: 'Basic',
      commission: t({ message: `${dollars(referralCommissionCents.basic.basic)} each`, context: 'commission' }),
      keys: treasureKeysPerReferral.basic,
    },
    {
      tier: 'premium',
      name: 'Premium',
      commission: t`${dollars(referralCommissionCents.premium.basic)} for Basic, ${dollars(referralCommissionCents.premium.premium)} for Premium`,
      keys: treasureKeysPerReferral.premium,
    },
  ] as const;

export function RewardTable({ tier, labelledBy }: { tier: Tier; labelledBy: string }) {
  return (
    <div className="folding-table">
      <table className="framed-table reward-table" aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <th scope="col">{t`Your membership`}</th>
            <th scope="col">{t`Commission`}</th>
            <th scope="col">{t`Treasure Keys`}</th>
          </tr>
        </thead>
        <tbody>
          {rewards().map((reward) => (
            <tr key={reward.tier} className={reward.tier === tier ? 'mine' : undefined}>
              <th scope="row">
                {reward.name}
                {reward.tier === tier && <span className="mine-mark"> {t`(you)`}</span>}
              </th>
              <td data-label={t`Commission`}>{reward.commission}</td>
              <td data-label={t`Treasure Keys`}>{plural(reward.keys, { one: '# key', other: '# keys' })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
