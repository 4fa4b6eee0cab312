/** Pins differ in shape and symbol, not only in color. The colors are in map.css. */
import type { ShownVisibility } from '#schema/finding/shown-place.ts';
import type { MarkerKind } from '#web/features/finding/map/map-content.ts';

const pinSymbols: Record<MarkerKind, string> = {
  unfound: '<path class="sign" d="m13 12 10 10m0-10L13 22"/>',
  found: '<path class="sign" d="m12 17.5 4.5 4.5 8-9"/>',
  own: '<path class="sign" d="m12 15 6-5 6 5v8H12Z"/>',
  place: '<circle class="sign" cx="18" cy="17" r="4.5"/>',
};

interface PinShape {
  size: [width: number, height: number];
  anchor: [x: number, y: number];
  viewBox: string;
  body: string;
}

const disc = '<circle class="body" cx="18" cy="17" r="12.5"/>';
const ring = (radius: number) => `<circle class="ring" cx="18" cy="17" r="${radius}"/>`;

/** Pins that mark a cell rather than a point have no tip. They have one ring for a 200 m cell and two for a 2 km cell. */
export const pinShapes: Record<ShownVisibility, PinShape> = {
  exact: {
    size: [36, 44],
    anchor: [18, 42],
    viewBox: '0 0 36 44',
    body: '<path class="body" d="M18 42C13 33 4 27.5 4 17a14 14 0 0 1 28 0c0 10.5-9 16-14 25Z"/>',
  },
  near: { size: [44, 44], anchor: [22, 22], viewBox: '-4 -5 44 44', body: ring(17.5) + disc },
  area: { size: [52, 52], anchor: [26, 26], viewBox: '-8 -9 52 52', body: ring(23) + ring(17.5) + disc },
};

export function renderPin(kind: MarkerKind, visibility: ShownVisibility): string {
  const { viewBox, body } = pinShapes[visibility];
  return `<svg viewBox="${viewBox}" aria-hidden="true" focusable="false">${body}${pinSymbols[kind]}</svg>`;
}
