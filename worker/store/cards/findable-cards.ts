/** Returns SQL that is true if the card is public: its order is paid and the card is not disabled. `card` is the table's alias. */
export function isFindable(card: string): string {
  return `(${card}.available_at IS NOT NULL AND ${card}.status <> 'disabled')`;
}

/** Returns SQL for the owner's text as other members see it: NULL while the owner is suspended or leaving. */
export function publicColumn(card: string, column: string): string {
  return `iif(${card}.is_owner_hidden = 1, NULL, ${card}.${column})`;
}
