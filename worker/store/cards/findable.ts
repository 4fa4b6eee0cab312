/** The one rule of which cards exist for anybody: its order is paid, and it is not disabled. `card` is the table's alias. */
export function isFindable(card: string): string {
  return `(${card}.available_at IS NOT NULL AND ${card}.status <> 'disabled')`;
}

/** What a card's owner wrote about it, as others see it: nothing while the owner is suspended or has asked for deletion. */
export function toldOf(card: string, column: string): string {
  return `iif(${card}.is_owner_hidden = 1, NULL, ${card}.${column})`;
}
