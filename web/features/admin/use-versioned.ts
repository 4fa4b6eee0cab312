/** Optimistic locking: prevents administrators from overwriting a concurrent change that they have not seen. */
import { useState } from 'react';
import { ApiError } from '#web/lib/api-error.ts';

/** Returns whether the server rejected the request because of a concurrent update. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'changed_meanwhile';
}

/**
 * `base` is the version of the row that the next attempt is based on. It starts as `initial` and ignores background reloads of the page.
 * After a concurrent update, `refreshIfStale` loads the row again and returns it. It returns undefined for other errors and throws if
 * loading fails. Forms that show the concurrent changes before accepting them call `setBase` instead.
 */
export function useVersioned<Row extends { version: number }>(initial: Row, read: () => Promise<Row | undefined> = async () => initial) {
  const [base, setBase] = useState(initial);

  async function refreshIfStale(error: unknown): Promise<Row | undefined> {
    if (!isConflict(error)) return undefined;
    const latestRow = (await read()) ?? base;
    setBase(latestRow);
    return latestRow;
  }

  return { base, refreshIfStale, setBase };
}
