import type { Overview, Waiting } from '#schema/admin/overview.ts';
import { formatDollars, number, plural } from '#web/lib/format.ts';
import { StatTile } from '#web/ui/StatTile.tsx';

const dollars = (cents: number) => formatDollars(cents / 100);
/** Formats an amount: `$40.00`, `at least $1,200.00`. */
const formatAmount = ({ cents, isMinimum }: Waiting) => `${isMinimum ? 'at least ' : ''}${dollars(cents)}`;

export function BusinessTiles({ overview }: { overview: Overview }) {
  const { paying, recurringCents, tokens, owed, overdue, heldCommissions, heldChests } = overview;
  const heldTotal = {
    cents: heldCommissions.cents + heldChests.cents,
    isMinimum: heldCommissions.isMinimum || heldChests.isMinimum,
    count: 0,
  };
  const details = [
    overdue.cents > 0 && `${formatAmount(overdue)} overdue`,
    heldTotal.cents > 0 && `plus ${formatAmount(heldTotal)} on hold`,
  ].filter(Boolean);
  return (
    <section className="stack gap-3" aria-labelledby="business-title">
      <h2 id="business-title">Business</h2>
      <div className="overview-tiles">
        <StatTile label="Paying members" value={number(paying.basic + paying.premium)}>
          {number(paying.basic)} Basic, {number(paying.premium)} Premium
        </StatTile>
        <StatTile label="Annual recurring revenue" value={dollars(recurringCents)}>
          From memberships set to renew
        </StatTile>
        <StatTile label="Tokens outstanding" value={number(tokens)}>
          Held by members
        </StatTile>
        <StatTile label="Owed to members" value={dollars(owed.cents)}>
          {[`To ${plural(owed.members, 'member')}`, ...details].join('; ')}
        </StatTile>
      </div>
    </section>
  );
}
