import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import '#web/features/chests/monthly-chest.css';
import type { ReactNode } from 'react';
import type { TreasureChests } from '#schema/chests/treasure-chest.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { ChestArt } from '#web/features/chests/ChestArt.tsx';
import { chestName, formatKeys, getOpeningTime } from '#web/features/chests/chest-labels.ts';
import { dateFormat, formatDollars, monthName } from '#web/lib/format.ts';
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
        <Heading id="months-chest-title">{projection ? t`Your ${monthName(projection.month)} chest` : t`Your treasure chest`}</Heading>
        {isPaid ? (
          <p className="months-chest-level">
            <strong>{chestName(level)}</strong>
            <span>{formatDollars(projection.amount)}</span>
            <Badge tone="green">{t`On track`}</Badge>
          </p>
        ) : projection?.membershipEndsBefore ? (
          <p>
            <Trans>
              <strong>Your membership ends before this chest opens.</strong> Resume it in My Account to collect.
            </Trans>
          </p>
        ) : (
          <p>
            <strong>{t`Still closed.`}</strong> {next && t`Earn ${formatKeys(next)} to open ${chestName(next.level)}.`}
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
      <Trans>
        Opens <time dateTime={new Date(opensAt).toISOString()}>{openingDay().format(opensAt)}</time>
      </Trans>
      {daysLeft > 0 && <> · {plural(daysLeft, { one: '# day left', other: '# days left' })}</>}
    </p>
  );
}
