import { t } from '@lingui/core/macro';
import type { CardPlace } from '#schema/finding/finding.ts';
import { CardName } from '#web/features/finding/nearby/CardName.tsx';
import { CardPin } from '#web/features/finding/nearby/CardPin.tsx';
import { CardWay } from '#web/features/finding/nearby/CardWay.tsx';
import type { CardDirection } from '#web/features/finding/nearby/card-directions.ts';
import { foundStates } from '#web/features/finding/nearby/found-states.ts';

interface CardRowProps {
  card: CardPlace;
  /** Distance and compass direction from the member to the card; null if the member's position is unknown. */
  direction: CardDirection | null;
  /** True for the card to go to next, which is highlighted. */
  isNext?: boolean;
  isSelected: boolean;
  onSelect: () => void;
}

/** Shows one card as a row. Pressing the row opens the card's details. */
export function CardRow({ card: { name, found, visibility }, direction, isNext = false, isSelected, onSelect }: CardRowProps) {
  const { label, pin } = foundStates()[found];
  return (
    <button
      type="button"
      className={`card-row card-row-${isNext ? 'next' : found}`}
      data-label={isNext ? t`Next card` : undefined}
      aria-haspopup="dialog"
      aria-current={isSelected || undefined}
      onClick={onSelect}
    >
      <CardPin pin={pin} visibility={visibility} />
      <span className="card-row-name">
        <CardName name={name} />
      </span>{' '}
      {direction && <CardWay direction={direction} isShort />}
      <span className="visually-hidden">, {label}</span>
    </button>
  );
}
