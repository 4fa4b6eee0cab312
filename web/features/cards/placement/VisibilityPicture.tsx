import type { PlaceVisibility } from '#schema/finding/place-visibility.ts';

/** Half the side length of the square that other members see, in SVG units. */
const squareTexts: Partial<Record<PlaceVisibility, number>> = { near: 16, area: 38 };

export function VisibilityPicture({ visibility }: { visibility: PlaceVisibility }) {
  const squareText = squareTexts[visibility];
  // Draws the card off-center because a card is rarely in the middle of its square.
  const [x, y] = squareText ? [60, 44] : [66, 48];
  return (
    <svg className="shown-picture" viewBox="0 0 120 88" aria-hidden="true" focusable="false">
      <rect className="ground" width="120" height="88" rx="10" />
      <path className="way" d="M-4 62C22 50 30 70 56 58s34-30 70-24M34 92C38 66 30 34 48-4M90 92C82 70 96 40 88-4" />
      {squareText && <rect className="cell" x={x - squareText} y={y - squareText} width={2 * squareText} height={2 * squareText} />}
      {visibility !== 'hidden' && <path className="pin" d={`M${x} ${y}c-2.5-5-8-8-8-14a8 8 0 0 1 16 0c0 6-5.5 9-8 14Z`} />}
    </svg>
  );
}
