/** Parses a row id; returns 0 if it is invalid. */
export function rowId(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
