/**
 * A table of cases as one test: each is checked, all at once, and what fails is told of each by its name. A test of its own
 * costs as much as a request does; and thousands of them that ask one question tell no more than one that names its case.
 */
export async function everyCase<Case>(
  cases: readonly Case[],
  check: (one: Case) => Promise<void>,
  nameOf: (one: Case) => string = (one) => JSON.stringify(one),
): Promise<void> {
  if (cases.length === 0) throw new Error('There are no cases');
  const outcomes = await Promise.allSettled(cases.map(check));
  const failures = outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [{ name: nameOf(cases[index] as Case).slice(0, 80), reason: outcome.reason as unknown }] : [],
  );
  if (failures.length === 0) return;
  const told = failures.map(({ name, reason }) => `${name}: ${reason instanceof Error ? reason.message : String(reason)}`);
  // The first is told whole: where it failed, and what differs.
  throw new Error(`${failures.length} of ${cases.length} cases fail:\n${told.join('\n')}`, { cause: failures[0]?.reason });
}
