/** Shapes on a map, in pixels from its top left corner. */

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns whether the box is inside the other one, at least `edge` pixels from its sides. */
export function isInside(box: Box, outer: Box, edge = 0): boolean {
  return (
    box.left >= outer.left + edge && box.right <= outer.right - edge && box.top >= outer.top + edge && box.bottom <= outer.bottom - edge
  );
}

export function isCovering(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

/** Returns the part of the map that is not under the sheet that covers the lower edge of Find's map. */
export function getUncoveredBox(container: HTMLElement): Box {
  const { left, top, right, bottom } = container.getBoundingClientRect();
  const corner = container.querySelector('.leaflet-bottom.leaflet-left')?.getBoundingClientRect();
  return { left, top, right, bottom: corner && corner.bottom > top ? Math.min(bottom, corner.bottom) : bottom };
}
