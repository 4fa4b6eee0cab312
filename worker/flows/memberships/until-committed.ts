const attempts = 6;

/** Repeats a load and its commit while the result is 'stale', because of a write in between. Rejects after six tries, naming `what`. */
export async function untilCommitted<Done>(subject: string, tryOnce: () => Promise<Done | 'stale'>): Promise<Done> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const done = await tryOnce();
    if (done !== 'stale') return done as Done;
  }
  throw new Error(`${subject}: concurrent changes ${attempts} times`);
}
