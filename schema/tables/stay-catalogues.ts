/** Terms of the stays, as shown to members before they redeem. */
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { jsonText, seconds } from './columns.ts';

export const stayCatalogues = sqliteTable(
  'stay_catalogues',
  {
    /** Hash of the terms, used as their version. */
    version: text('version').primaryKey(),
    /** JSON of `TermsByType` (schema/stays/catalogue.ts). */
    terms: jsonText('terms').notNull(),
    /** When these terms last became current. Older terms are retained as proof of what members saw. */
    receivedAt: seconds('received_at').notNull(),
  },
  (t) => [index('stay_catalogues_received').on(t.receivedAt)],
);
