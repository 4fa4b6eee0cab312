import foundCard from '#web/art/found-card.svg';

/** A card leaning in the grass under a tree, with a ray of light on it. It is the first to be seen while the card is loading. */
export function FoundCardArt() {
  return <img className="found-art" src={foundCard} width={320} height={150} alt="" fetchPriority="high" />;
}
