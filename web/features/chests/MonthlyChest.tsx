import '#web/features/chests/monthly-chest.css';
import type { ReactNode } from 'react';
import type { TreasureChests } from '#schema/chests/treasure-chest.ts';
import { ChestArt } from '#web/features/chests/ChestArt.tsx';
import { chestName, formatKeys } from '#web/features/chests/chest-labels.ts';
import { formatDollars, monthName } from '#web/lib/format.ts';
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
          <>
            <p className="months-chest-level">
              <strong>{chestName(level)}</strong>
              <span>{formatDollars(projection.amount)}</span>
              <Badge tone="green">On track</Badge>
            </p>
            <p className="muted">It opens at month’s end. Stay a member to collect.</p>
          </>
        ) : projection?.membershipEndsBefore ? (
          <p>
            <strong>Your membership ends before this chest opens.</strong> Resume it in My Account to collect.
          </p>
        ) : (
          <p>
            <strong>Still closed.</strong> {next && `Earn ${formatKeys(next)} to open ${chestName(next.level)}.`}
          </p>
        )}
        {children}
      </div>
    </section>
  );
}
