/** Product rules: Finding cards. */

/** Nearest first; ties by id. */
export interface NearCursor {
  millimeters: number;
  id: number;
}

/** The format is in `NearQuery`. */
export const writeCursor = ({ millimeters, id }: NearCursor): string => `${millimeters}-${id}`;
export function readCursor(text: string): NearCursor {
  const [millimeters = 0, id = 0] = text.split('-').map(Number);
  return { millimeters, id };
}
