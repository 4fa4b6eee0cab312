/** Optimistic locking: prevents overwriting a concurrent change that the administrator has not seen. */
import { useState } from 'react';
import { ApiError } from '#web/lib/api-error.ts';

/** Whether the refusal means a concurrent update. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'changed_meanwhile';
}

/**
 * `base` is the row that the next attempt is based on: `initial` at first, regardless of background reloads. After a
 * concurrent update `refreshIfStale` reads the row again and returns it (undefined for other errors); throws if it cannot be
 * read. `setBase` is for forms that show the changes first.
 */
export function useVersioned<Row extends { version: number }>(initial: Row, read: () => Promise<Row | undefined> = async () => initial) {
  const [base, setBase] = useState(initial);

  async function refreshIfStale(error: unknown): Promise<Row | undefined> {
    if (!isConflict(error)) return undefined;
    const latest = (await read()) ?? base;
    setBase(latest);
    return latest;
  }

  return { base: base, refreshIfStale: refreshIfStale, setBase: setBase };
}
