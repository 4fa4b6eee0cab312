import { test } from 'vitest';

interface Runs {
  /** Number of random histories in `npm test`. */
  usual: number;
  /** Number of random histories in `npm run test:long`. */
  long: number;
}

/** Declares a property test twice: with a few random histories, and with many, tagged `long`. `check` receives the number of histories. */
export function propertyTest(name: string, { usual, long }: Runs, check: (runs: number) => unknown): void {
  test(name, { timeout: 120_000 }, async () => void (await check(usual)));
  test(`${name}, in ${long} histories`, { tags: 'long', timeout: 900_000 }, async () => void (await check(long)));
}
