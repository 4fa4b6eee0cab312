/** Labels for ascending and descending order, short enough for half the width of a phone. */

export const timeOrders = ['Oldest first', 'Newest first'] as const;
export const nameOrders = ['Name A to Z', 'Name Z to A'] as const;
export const emailOrders = ['Email A to Z', 'Email Z to A'] as const;

export const createdColumn = { id: 'created', sort: 'created', sortsDescending: true, orders: timeOrders } as const;
