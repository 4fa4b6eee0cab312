/** Behind which card a page of the nearest cards begins. Product rules: Finding cards. */

/** Nearest first; cards at one distance by their ids. */
export interface NearCursor {
  millimeters: number;
  id: number;
}

/** As the cursor goes over the wire: `NearQuery` says its form. */
export const writeCursor = ({ millimeters, id }: NearCursor): string => `${millimeters}-${id}`;
export function readCursor(text: string): NearCursor {
  const [millimeters = 0, id = 0] = text.split('-').map(Number);
  return { millimeters, id };
}
