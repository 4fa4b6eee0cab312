import type { SearchResult } from '#schema/admin/search.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, rows } from '#worker/store/sql.ts';
import { idLookups } from './search-ids.ts';
import { textLookups } from './search-texts.ts';

export const adminSearchStore = bindStore({
  /** Searches all kinds of records and returns exact matches first. Finds payout runs and PayPal addresses only for super
   * administrators. */
  async find(db, q: string, { inTexts, isSuperAdmin }: { inTexts: boolean; isSuperAdmin: boolean }): Promise<SearchResult[]> {
    const lookups = [...idLookups(q), ...(inTexts ? textLookups(q) : [])].filter(
      ({ kind, by }) => isSuperAdmin || (kind !== 'run' && by !== 'paypal_address'),
    );
    if (lookups.length === 0) return [];
    const resultSets = await batch(
      db,
      lookups.map((lookup) => lookup.statement),
    );
    const results = new Map<string, SearchResult>();
    for (const [index, { kind, by }] of lookups.entries()) {
      for (const row of rows(resultSets[index])) {
        const id = String(row.id);
        if (!results.has(`${kind} ${id}`)) results.set(`${kind} ${id}`, { ...row, kind, id, by });
      }
    }
    return [...results.values()];
  },
});
