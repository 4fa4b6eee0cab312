/** Column types shared by all tables. Times are Unix seconds (UTC); money is in integer US cents. */
import { type AnySQLiteColumn, integer, text } from 'drizzle-orm/sqlite-core';

/**
 * Primary key without AUTOINCREMENT, which would read and write an extra table on each insert. AUTOINCREMENT is not needed, because
 * referenced rows are never deleted.
 */
export const rowId = () => integer('id').primaryKey();
export const foreignId = (name: string, column: () => AnySQLiteColumn) => integer(name).references(column);
export const seconds = (name: string) => integer(name);
export const flag = (name: string) => integer(name, { mode: 'boolean' });
export const createdAt = () => integer('created_at').notNull();
/** Optimistic lock. Each manual edit increments it. */
export const version = () => integer('version').notNull().default(1);

export const jsonText = (name: string) => text(name);
