/** Times are Unix seconds (UTC); money is integer cents, USD. */
import { type AnySQLiteColumn, integer, text } from 'drizzle-orm/sqlite-core';

/** No AUTOINCREMENT: it reads and writes another table on each insert, and referenced rows are never deleted. */
export const rowId = () => integer('id').primaryKey();
export const foreignId = (name: string, column: () => AnySQLiteColumn) => integer(name).references(column);
export const seconds = (name: string) => integer(name);
export const flag = (name: string) => integer(name, { mode: 'boolean' });
export const createdAt = () => integer('created_at').notNull();
/** Optimistic lock, incremented by each manual edit. */
export const version = () => integer('version').notNull().default(1);

export const jsonText = (name: string) => text(name);
