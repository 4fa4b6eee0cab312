import { t } from '@lingui/core/macro';
import { cardPriceCents, membershipPriceCents, referralCommissionCents, treasureKeysPerReferral } from '#schema/rules.ts';
import { dollars } from '#web/lib/format.ts';
import { CheckIcon } from '#web/ui/icons/shell-icons.tsx';

const tiers = () =>
  [
    ['free', t`Free`],
    ['basic', t`Basic`],
    ['premium', t`Premium`],
  ] as const;

const { basic, premium } = referralCommissionCents;

/** Rows of the comparison: a label, followed by text or a boolean for each of Free, Basic and Premium. */
const rows = (): [string, string | boolean, string | boolean, string | boolean][] => [
  [t`Price per year`, dollars(membershipPriceCents.free), dollars(membershipPriceCents.basic), dollars(membershipPriceCents.premium)],
  [t`Scan cards, collect tokens`, true, true, true],
  [t`Redeem tokens for vacations`, true, true, true],
  [t`Order and place cards`, false, t`${dollars(cardPriceCents)} each`, t`${dollars(cardPriceCents)} each`],
  [t`Commission per referral`, false, dollars(basic.basic), t`${dollars(premium.basic)} to ${dollars(premium.premium)}`],
  [
    t`Treasure Keys per referral`,
    `${treasureKeysPerReferral.free}`,
    `${treasureKeysPerReferral.basic}`,
    `${treasureKeysPerReferral.premium}`,
  ],
  [t`Monthly Treasure Chests`, false, true, t`Paid first`],
];

/** Compares the plans. The heading with the id `tiers-title` is the table's label. */
export function TierTable() {
  return (
    <table className="framed-table tiers" aria-labelledby="tiers-title">
      <thead>
        <tr>
          <td />
          {tiers().map(([tier, name]) => (
            <th key={tier} scope="col" className={`tier-${tier}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows().map(([feature, ...cells]) => (
          <tr key={feature}>
            <th scope="row">{feature}</th>
            {cells.map((cell, index) => (
              <td key={tiers()[index]?.[0]} data-label={tiers()[index]?.[1]}>
                <Cell>{cell}</Cell>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ children }: { children: string | boolean }) {
  if (typeof children === 'string') return children;
  return children ? (
    <>
      <CheckIcon />
      <span className="visually-hidden">{t`Yes`}</span>
    </>
  ) : (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t`No`}</span>
    </>
  );
}
