/** Column shapes that many tables share. Times are UTC unix seconds; money is integer cents, USD. */
import { type AnySQLiteColumn, integer, text } from 'drizzle-orm/sqlite-core';

/** No AUTOINCREMENT: it reads and writes one more table at each insert, and rows that others point at are never deleted. */
export const rowId = () => integer('id').primaryKey();
/** The id of a row in another table. */
export const foreignId = (name: string, column: () => AnySQLiteColumn) => integer(name).references(column);
export const seconds = (name: string) => integer(name);
export const flag = (name: string) => integer(name, { mode: 'boolean' });
export const createdAt = () => integer('created_at').notNull();
/** Raised by one at each edit by a person, so that two editors of one row cannot overwrite each other unseen. */
export const version = () => integer('version').notNull().default(1);

export const jsonText = (name: string) => text(name);
