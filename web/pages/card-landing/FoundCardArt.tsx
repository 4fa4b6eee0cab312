import foundCard from '#web/art/found-card.svg';

/** Decorative picture of a card, also shown while the card is loading. */
export function FoundCardArt() {
  return <img className="found-art" src={foundCard} width={320} height={150} alt="" fetchPriority="high" />;
}
