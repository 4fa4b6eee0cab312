/**
 * Shows the first part of a card's name. Owners usually name the spot before the first comma and the town after it. Screen readers get the
 * full name.
 */
export function CardName({ name }: { name: string }) {
  const [spot, rest] = name.split(/(?=, )(.*)/s);
  return (
    <>
      {spot}
      {rest && <span className="visually-hidden">{rest}</span>}
    </>
  );
}
