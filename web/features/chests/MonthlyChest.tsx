import '#web/features/chests/monthly-chest.css';
import type { ReactNode } from 'react';
import type { TreasureChests } from '#schema/chests/treasure-chest.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { ChestArt } from '#web/features/chests/ChestArt.tsx';
import { chestName, formatKeys, getOpeningTime } from '#web/features/chests/chest-labels.ts';
import { dateFormat, formatDollars, monthName, plural } from '#web/lib/format.ts';
import { now } from '#web/lib/react/now.ts';
import { Badge } from '#web/ui/Badge.tsx';

interface MonthlyChestProps {
  chests: TreasureChests;
  heading: 'h2' | 'h3';
  children?: ReactNode;
}

export function MonthlyChest({ chests, heading: Heading, children }: MonthlyChestProps) {
  const { level, next, projection } = chests;
  const isPaid = level > 0 && projection !== null && !projection.membershipEndsBefore;
  return (
    <section className="sheet stack months-chest" aria-labelledby="months-chest-title">
      <ChestArt level={isPaid ? level : 0} />
      <div className="stack gap-2 months-chest-text">
        <Heading id="months-chest-title">{projection ? `Your ${monthName(projection.month)} chest` : 'Your treasure chest'}</Heading>
        {isPaid ? (
          <p className="months-chest-level">
            <strong>{chestName(level)}</strong>
            <span>{formatDollars(projection.amount)}</span>
            <Badge tone="green">On track</Badge>
          </p>
        ) : projection?.membershipEndsBefore ? (
          <p>
            <strong>Your membership ends before this chest opens.</strong> Resume it in My Account to collect.
          </p>
        ) : (
          <p>
            <strong>Still closed.</strong> {next && `Earn ${formatKeys(next)} to open ${chestName(next.level)}.`}
          </p>
        )}
        {projection && !projection.membershipEndsBefore && <OpeningDay month={projection.month} />}
        {children}
      </div>
    </section>
  );
}

const openingDay = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Shows the day on which the chest for a UTC month opens, and the number of days until then. */
function OpeningDay({ month }: { month: string }) {
  const opensAt = getOpeningTime(month);
  const daysLeft = Math.ceil((opensAt - now()) / (secondsPerDay * 1_000));
  return (
    <p className="muted">
      Opens <time dateTime={new Date(opensAt).toISOString()}>{openingDay().format(opensAt)}</time>
      {daysLeft > 0 && ` · ${plural(daysLeft, 'day')} left`}
    </p>
  );
}
