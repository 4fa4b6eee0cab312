import type { AdminReviewCase, CaseMoney } from '#schema/reviews/admin-review-case.ts';
import { statusLabels } from '#web/features/certificates/admin/labels.ts';
import { formatDollars, number } from '#web/lib/format.ts';

const columns: readonly { header: string; cell: (money: CaseMoney) => string }[] = [
  { header: 'Finds', cell: ({ tokens }) => number(tokens.finds) },
  { header: 'As owner', cell: ({ tokens }) => number(tokens.asOwner) },
  { header: 'Placements', cell: ({ tokens }) => number(tokens.placements) },
  { header: 'Other', cell: ({ tokens }) => number(tokens.other) },
  { header: 'Redeemed', cell: ({ tokens }) => number(tokens.redeemed) },
  {
    header: 'Balance',
    cell: ({ tokens }) => (tokens.owed > 0 ? `${number(tokens.balance)}, owes ${number(tokens.owed)}` : number(tokens.balance)),
  },
  { header: 'Keys', cell: keys },
  { header: 'Commissions', cell: ({ commissions }) => formatCommissions(commissions) },
  { header: 'Chests', cell: ({ chests }) => formatCommissions(chests) },
  { header: 'Membership paid', cell: ({ memberships }) => formatCardOrders(memberships) },
  { header: 'Cards paid', cell: ({ cards }) => formatCardOrders(cards) },
  {
    header: 'Certificates',
    cell: ({ certificates }) =>
      certificates.map(({ number: name, status }) => `${name} ${statusLabels[status].label.toLowerCase()}`).join(', '),
  },
];

export function MoneyTable({ reviewCase: { money, accounts } }: { reviewCase: AdminReviewCase }) {
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  // Hides columns that have no value in any row.
  const usedColumns = columns.filter(({ cell }) => money.some((one) => !['', '0'].includes(cell(one))));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section className="table-scroll" aria-label="What the group earned and spent" tabIndex={0}>
      <table className="desk-money">
        <thead>
          <tr>
            <th scope="col">Member</th>
            {usedColumns.map(({ header }) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {money.map((one) => (
            <tr key={one.userId}>
              <th scope="row">{names.get(one.userId)}</th>
              {usedColumns.map(({ header, cell }) => (
                <td key={header} className="desk-figure">
                  {cell(one) || '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function keys({ treasureKeys, communityKeys }: CaseMoney): string {
  const parts = [treasureKeys !== 0 && `${number(treasureKeys)} treasure`, communityKeys !== 0 && `${number(communityKeys)} community`];
  return parts.filter(Boolean).join(', ');
}

function formatCommissions({ pending, held, paid }: CaseMoney['commissions']): string {
  const parts = [
    pending !== 0 && `${dollars(pending)} pending`,
    held !== 0 && `${dollars(held)} held`,
    paid !== 0 && `${dollars(paid)} paid`,
  ];
  return parts.filter(Boolean).join(', ');
}

function formatCardOrders({ paid, returned }: CaseMoney['cards']): string {
  if (paid === 0) return '';
  return returned > 0 ? `${dollars(paid)}, ${dollars(returned)} refunded` : dollars(paid);
}

const dollars = (cents: number) => formatDollars(cents / 100);
