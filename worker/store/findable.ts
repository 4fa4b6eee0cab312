/** The one rule of which cards exist for anybody: its order is paid, and it is not disabled. `card` is the table's alias. */
export function isFindable(card: string): string {
  return `(${card}.available_at IS NOT NULL AND ${card}.status <> 'disabled')`;
}

/** What a card's owner says of it, as others are told it: nothing from the moment on in which the owner asks for deletion. */
export function toldOf(card: string, column: string): string {
  return `iif(${card}.is_owner_leaving = 1, NULL, ${card}.${column})`;
}
