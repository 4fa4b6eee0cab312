import fc from 'fast-check';

export interface Amount {
  runs: number;
  seed: number;
}

export async function prove<Input>(property: fc.IRawProperty<Input>, { runs, seed }: Amount, summary: () => string): Promise<boolean> {
  const startedAt = performance.now();
  const details = await fc.check(property, { numRuns: runs, seed });
  if (details.failed) console.error(fc.defaultReportMessage(details));
  else console.log(`${formatCount(runs)} ${summary()} (${secondsSince(startedAt)} s)`);
  return !details.failed;
}

export function formatCount(count = 0): string {
  return count.toLocaleString('en');
}

export function secondsSince(start: number): string {
  return ((performance.now() - start) / 1_000).toFixed(1);
}
