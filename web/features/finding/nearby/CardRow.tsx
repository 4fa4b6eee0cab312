import '#web/features/finding/map/pins.css';
import type { CardPlace } from '#schema/finding/finding.ts';
import { renderPin } from '#web/features/finding/map/pins.ts';
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
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant SVG, shared with the map */}
      <span className={`map-pin map-pin-${pin} card-row-pin`} dangerouslySetInnerHTML={{ __html: renderPin(pin, 'exact') }} />
      <span className="card-row-name">
        {title}
        {rest && <span>{rest}</span>}
      </span>{' '}
      {direction && <CardWay direction={direction} isShort />}
      <span className="visually-hidden">, {label}</span>
    </button>
  );
}
