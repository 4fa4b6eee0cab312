import { splitCardName } from '#web/features/finding/nearby/card-name.ts';

/** Shows the first part of a card's name. Screen readers get the full name. */
export function CardName({ name }: { name: string }) {
  const [spot, rest] = splitCardName(name);
  return (
    <>
      {spot}
      {rest && <span className="visually-hidden">{rest}</span>}
    </>
  );
}
