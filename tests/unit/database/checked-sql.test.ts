import { globSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { StatementCheck } from '#tests/support/database/checked-sql/check-statement.ts';
import { DeclaredRows } from '#tests/support/database/checked-sql/declared-rows.ts';
import {
  type CallSite,
  type PlayedStatement,
  playCalls,
  playFunctions,
  recording,
} from '#tests/support/database/checked-sql/played-statements.ts';
import { listQueries, plays, storeOn } from '#tests/support/database/checked-sql/plays.ts';
import { wrongStatements } from '#tests/support/database/checked-sql/wrong-statements.ts';

vi.mock('#worker/store/sql.ts', async (original) => recording(await original()));

const nameOf = ({ file, line }: CallSite) => `${file}:${line}`;
const rows = new DeclaredRows();
const statements = new StatementCheck();
afterAll(() => rows.close());

/** Returns the mistakes found in recorded SQL statements, each with the call site that declares its row type. */
function findMistakes(played: PlayedStatement[]): string[] {
  const mistakes = new Set<string>();
  const unverifiableBySite = new Map<string, { unchecked: Set<string>; unverifiable: Set<string> }>();
  const distinct = new Map(played.map((one) => [JSON.stringify([one.sql, one.calls.slice(0, 4)]), one]));
  for (const { sql, calls } of distinct.values()) {
    const { site, row } = rows.matchCalls(calls);
    const verdict = statements.check(sql, row);
    for (const mistake of verdict.mistakes) mistakes.add(`${nameOf(site)} ${mistake}`);
    const { unchecked, unverifiable } = unverifiableBySite.get(nameOf(site)) ?? {
      unchecked: row?.unchecked ?? new Set(),
      unverifiable: new Set(),
    };
    const more = verdict.unverifiable.filter((name) => !row?.uncheckedInside.has(name));
    unverifiableBySite.set(nameOf(site), { unchecked, unverifiable: new Set([...unverifiable, ...more]) });
  }
  for (const [site, { unchecked, unverifiable }] of unverifiableBySite) {
    for (const name of unverifiable) if (!unchecked.has(name)) mistakes.add(`${site} does not list ${name} in UncheckedColumns`);
    for (const name of unchecked)
      if (!unverifiable.has(name)) mistakes.add(`${site} lists ${name} in UncheckedColumns, but SQLite knows it`);
  }
  return [...mistakes];
}

describe('the SQL of the store', () => {
  let played: PlayedStatement[];
  beforeAll(async () => {
    played = [...(await playFunctions(storeOn, listQueries)), ...(await playCalls(plays))];
  }, 180_000);

  test('is covered completely: every call that creates a statement was recorded', () => {
    const recordedCalls = new Set(played.flatMap(({ calls }) => calls.map((site) => JSON.stringify(site))));
    const sites = globSync('worker/store/**/*.ts', { exclude: ['worker/store/sql.ts', 'worker/store/request-database.ts'] }).flatMap(
      (file) => rows.listStatements(file),
    );
    expect(sites.length).toBeGreaterThan(300);
    expect(sites.filter((site) => !recordedCalls.has(JSON.stringify(site))).map(nameOf)).toEqual([]);
  });

  test('returns the rows that its calls declare', () => {
    expect(findMistakes(played)).toEqual([]);
  });
});

test.each(Object.entries(wrongStatements))('a deliberate mistake is found: %s', async (_name, { play, mistake }) => {
  const found = findMistakes(await playCalls([play]));
  expect(found).toEqual([expect.stringMatching(/^tests\/support\/database\/checked-sql\/wrong-statements\.ts:\d+ /)]);
  expect(found[0]).toMatch(new RegExp(` ${mistake}$`));
});
