import { ApiError } from '#worker/errors.ts';

const attempts = 6;

/** Calls `tryOnce` again while a concurrent change makes its result 'stale'. Fails with `changed_meanwhile` after six attempts. */
export async function retryUntilCommitted<Done>(tryOnce: () => Promise<Done | 'stale'>): Promise<Done> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const result = await tryOnce();
    if (result !== 'stale') return result as Done;
  }
  throw new ApiError('changed_meanwhile');
}
