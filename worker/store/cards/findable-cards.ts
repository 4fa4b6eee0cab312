/** A card is public if its order is paid and it is not disabled. `card` is the table's alias. */
export function isFindable(card: string): string {
  return `(${card}.available_at IS NOT NULL AND ${card}.status <> 'disabled')`;
}

/** What the owner wrote, as others see it: NULL while the owner is suspended or leaving. */
export function publicColumn(card: string, column: string): string {
  return `iif(${card}.is_owner_hidden = 1, NULL, ${card}.${column})`;
}
