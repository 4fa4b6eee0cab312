import '#web/components/chests/months-chest.css';
import type { ReactNode } from 'react';
import type { TreasureChests } from '#schema/treasure-chest.ts';
import { Badge } from '#web/components/Badge.tsx';
import { ChestArt } from '#web/components/chests/ChestArt.tsx';
import { chestName, keysInWords } from '#web/components/chests/chest-words.ts';
import { dollarsFrom, monthName } from '#web/lib/format.ts';

interface MonthsChestProps {
  chests: TreasureChests;
  heading: 'h2' | 'h3';
  children?: ReactNode;
}

/** This month's chest as it stands: its picture, its level, what it would pay. */
export function MonthsChest({ chests, heading: Heading, children }: MonthsChestProps) {
  const { level, next, projection } = chests;
  const isPaid = level > 0 && projection !== null && !projection.membershipEndsBefore;
  return (
    <section className="sheet months-chest" aria-labelledby="months-chest-title">
      <ChestArt level={isPaid ? level : 0} />
      <div className="months-chest-text">
        <Heading id="months-chest-title">{projection ? `Your chest of ${monthName(projection.month)}` : 'Your treasure chest'}</Heading>
        {isPaid ? (
          <>
            <p className="months-chest-level">
              <strong>{chestName(level)}</strong>
              <span>{dollarsFrom(projection.amount)}</span>
              <Badge tone="green">Your keys open it</Badge>
            </p>
            <p className="muted">
              That is what today’s keys would bring. It is opened when the month ends, for those who are Basic or Premium members then.
            </p>
          </>
        ) : projection?.membershipEndsBefore ? (
          <p>
            <strong>Your membership ends before the month does,</strong> so no chest will be opened for you. Resume it under My Account to
            take part.
          </p>
        ) : (
          <p>
            <strong>Still closed.</strong> {next && `For ${chestName(next.level)} you need ${keysInWords(next)} more.`}
          </p>
        )}
        {children}
      </div>
    </section>
  );
}
