import { errorText } from '#worker/log.ts';

/** Waits for all parts of a job so that a failing part does not stop the others. Rejects with the messages of the failed parts. */
export async function settleAll(parts: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(parts);
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [errorText(result.reason)] : []));
  if (failures.length > 0) throw new Error(failures.join(' '));
}
