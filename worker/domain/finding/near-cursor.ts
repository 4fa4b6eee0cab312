/** See "Finding cards" in docs/product-rules.md. */

/** Cursor for cards ordered by distance, with ties broken by id. */
export interface NearCursor {
  millimeters: number;
  id: number;
}

export const writeCursor = ({ millimeters, id }: NearCursor): string => `${millimeters}-${id}`;
export function readCursor(text: string): NearCursor {
  const [millimeters = 0, id = 0] = text.split('-').map(Number);
  return { millimeters, id };
}
