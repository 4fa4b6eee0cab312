import type { StayCatalogue, TermsByType } from '#schema/stays/catalogue.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { type Member, signedInMember } from '#worker/store/accounts/users.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, execute, firstRow, type Statement, type StatementResult, statement } from '#worker/store/sql.ts';

interface CatalogueRow {
  version: string;
  terms: string;
}

export const latestCatalogue = statement<CatalogueRow>(
  `SELECT version AS "version", terms AS "terms" FROM stay_catalogues ORDER BY received_at DESC LIMIT 1`,
);

/**
 * SQL for the terms, as JSON, that the member saw before redeeming certificate `c`; the latest terms if the request did not specify their
 * version.
 */
export const seenTermsSql = `coalesce((SELECT k.terms FROM stay_catalogues k WHERE k.version = c.catalogue_version),
  (SELECT k.terms FROM stay_catalogues k ORDER BY k.received_at DESC LIMIT 1))`;

/** Parses stored terms without validation because they were validated on receipt. */
export function readCatalogue(result: StatementResult<CatalogueRow>): StayCatalogue | undefined {
  const row = firstRow(result);
  return row && { version: row.version, terms: JSON.parse(row.terms) as TermsByType };
}

/** Stores the terms that a member saw. Does nothing for a provider's terms: they are stored when they arrive. */
export function keepSeenTerms({ version, terms }: StayCatalogue, now: number): Statement {
  return statement('INSERT INTO stay_catalogues (version, terms, received_at) VALUES (?1, ?2, ?3) ON CONFLICT (version) DO NOTHING', [
    version,
    JSON.stringify(terms),
    now,
  ]);
}

export const catalogueStore = bindStore({
  async load(db, caller: Caller, now: number): Promise<{ member: Member | undefined; catalogue: StayCatalogue | undefined }> {
    const [member, catalogue] = await batch(db, [signedInMember(caller, now), latestCatalogue]);
    return { member: firstRow(member), catalogue: readCatalogue(catalogue) };
  },

  /** Stores these terms and makes them the current ones. */
  async receive(db, { version, terms }: StayCatalogue, now: number): Promise<void> {
    await execute(
      db,
      `INSERT INTO stay_catalogues (version, terms, received_at)
       SELECT ?1, ?2, ?3 WHERE ?1 IS NOT (SELECT version FROM stay_catalogues ORDER BY received_at DESC LIMIT 1)
       ON CONFLICT (version) DO UPDATE SET received_at = excluded.received_at`,
      [version, JSON.stringify(terms), now],
    );
  },
});
