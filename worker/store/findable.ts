/** The one rule of which cards exist for anybody: its order is paid, and it is not disabled. `card` is the table's alias. */
export function isFindable(card: string): string {
  return `(${card}.available_at IS NOT NULL AND ${card}.status <> 'disabled')`;
}
