import foundCard from '#web/art/found-card.svg';

/** Decorative picture, shown while the card is loading too. */
export function FoundCardArt() {
  return <img className="found-art" src={foundCard} width={320} height={150} alt="" fetchPriority="high" />;
}
