/** Labels of the ascending and descending order, short enough for half a phone's width. */

export const byTime = ['Oldest first', 'Newest first'] as const;
export const byName = ['Name A to Z', 'Name Z to A'] as const;
export const byEmail = ['Email A to Z', 'Email Z to A'] as const;

export const byCreated = { id: 'created', sort: 'created', sortsDescending: true, orders: byTime } as const;
