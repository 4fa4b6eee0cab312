import type { CardPlace } from '#schema/finding/finding.ts';
import { CardPin } from '#web/features/finding/nearby/CardPin.tsx';
import { CardWay } from '#web/features/finding/nearby/CardWay.tsx';
import type { CardDirection } from '#web/features/finding/nearby/card-directions.ts';
import { foundStates } from '#web/features/finding/nearby/found-states.ts';

interface CardRowProps {
  card: CardPlace;
  /** Distance and compass direction from the member to the card; null if the member's position is unknown. */
  direction: CardDirection | null;
  isSelected: boolean;
  onSelect: () => void;
}

/** Shows one card as a row. Pressing the row opens the card's details. */
export function CardRow({ card: { name, found }, direction, isSelected, onSelect }: CardRowProps) {
  const { label, pin } = foundStates[found];
  // Owners usually name the spot before the first comma and the town after it, so split the name there.
  const [title, rest] = name.split(/(?=, )(.*)/s);
  return (
    <button type="button" className="card-row" aria-haspopup="dialog" aria-current={isSelected || undefined} onClick={onSelect}>
      <CardPin pin={pin} />
      <span className="card-row-name">
        {title}
        {rest && <span className="visually-hidden">{rest}</span>}
      </span>{' '}
      {direction && <CardWay direction={direction} isShort />}
      <span className="visually-hidden">, {label}</span>
    </button>
  );
}
