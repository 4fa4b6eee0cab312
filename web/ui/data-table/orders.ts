/** Orders in words, from below and from above, for columns of a kind: short enough for a phone's half width. */

export const byTime = ['Oldest first', 'Newest first'] as const;
export const byName = ['Name A to Z', 'Name Z to A'] as const;
export const byEmail = ['Email A to Z', 'Email Z to A'] as const;

/** What the column of a list has that says since when there is a row. */
export const byCreated = { id: 'created', sort: 'created', sortsDescending: true, orders: byTime } as const;
