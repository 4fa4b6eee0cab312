/** Every browser test is run by either `npm test` or `npm run test:long`. */
import { expect, test } from 'vitest';
import { run } from '#scripts/setup/run.mjs';

/** Returns the browser tests that a Playwright command selects, by file and line. */
async function selectedJourneys(variables: Record<string, string>, ...options: string[]): Promise<Set<string>> {
  const env = { CACHE_CARDS_TEST_LONG: '', ...variables };
  const { code, output, stdout } = await run('playwright', ['test', '--list', ...options], { env, output: 'captured' });
  expect(code, output).toBe(0);
  return new Set(stdout.match(/\S+\.spec\.ts:\d+:\d+ › .*/g));
}

test('each journey is selected by `npm test` or `npm run test:long`', { tags: 'long' }, async () => {
  const [usual, long, all] = await Promise.all([
    selectedJourneys({}),
    selectedJourneys({ CACHE_CARDS_TEST_LONG: 'yes' }),
    selectedJourneys({}, '--config', 'tests/support/project/all-journeys.config.ts'),
  ]);
  expect(all.size).toBeGreaterThan(200);
  expect([...all].filter((journey) => !usual.has(journey) && !long.has(journey))).toEqual([]);
});
