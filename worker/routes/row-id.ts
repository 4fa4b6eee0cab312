/** The id of a row, as it stands in an address. */

/** As a number; 0, which is nobody's, for what is no id. */
export function rowId(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
