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
