const attempts = 6;

/**
 * Answers what the first try answers that is not `outdated`: others may have written between its load and its commit, so each
 * try loads anew. Rejects where that happens too often; `what` names it then.
 */
export async function untilCommitted<Done>(subject: string, tryOnce: () => Promise<Done | 'outdated'>): Promise<Done> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const done = await tryOnce();
    if (done !== 'outdated') return done as Done;
  }
  throw new Error(`${subject}: somebody else was faster ${attempts} times`);
}
