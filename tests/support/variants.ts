import { test } from 'vitest';

type Values<Case> = Case extends readonly unknown[] ? { -readonly [Index in keyof Case]: Case[Index] } : [Case];

/** Like `test.each`, for several cases of one rule. `npm test` runs only the first case; `npm run test:long` runs the others. */
export function eachVariant<const Case>(cases: readonly Case[]) {
  const [first, ...others] = cases;
  return (name: string, check: (...values: Values<Case>) => unknown): void => {
    const run = check as (...values: unknown[]) => Promise<void>;
    test.each([first])(name, run);
    test.each(others)(name, { tags: 'long' }, run);
  };
}
