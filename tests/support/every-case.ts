/**
 * Checks a table of cases concurrently in one test and names the failing ones. Separate tests would take twice as long because starting a
 * test takes as long as the request in a case.
 */
export async function everyCase<Case>(
  cases: readonly Case[],
  check: (one: Case) => Promise<void>,
  formatName: (one: Case) => string = (one) => JSON.stringify(one),
): Promise<void> {
  if (cases.length === 0) throw new Error('No cases');
  const outcomes = await Promise.allSettled(cases.map(check));
  const failures = outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [{ name: formatName(cases[index] as Case).slice(0, 80), reason: outcome.reason as unknown }] : [],
  );
  if (failures.length === 0) return;
  const lines = failures.map(({ name, reason }) => `${name}: ${reason instanceof Error ? reason.message : String(reason)}`);
  // Includes the first failure as the cause to preserve its location and diff.
  throw new Error(`${failures.length} of ${cases.length} cases fail:\n${lines.join('\n')}`, { cause: failures[0]?.reason });
}
