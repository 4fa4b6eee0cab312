/** Optimistic locking: prevents overwriting a concurrent change that the administrator has not seen. */
import { useState } from 'react';
import { ApiError } from '#web/lib/api-error.ts';

/** Whether the refusal means a concurrent update. */
export function wasChangedMeanwhile(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'changed_meanwhile';
}

/**
 * `seen` is the row that the next attempt is based on: `given` at first, regardless of background reloads. After a
 * concurrent update `catchUp` reads the row again and returns it (undefined for other errors); throws if it cannot be
 * read. `takeOver` is for forms that show the changes first.
 */
export function useVersioned<Row extends { version: number }>(given: Row, read: () => Promise<Row | undefined> = async () => given) {
  const [seen, takeOver] = useState(given);

  async function catchUp(error: unknown): Promise<Row | undefined> {
    if (!wasChangedMeanwhile(error)) return undefined;
    const latest = (await read()) ?? seen;
    takeOver(latest);
    return latest;
  }

  return { seen, catchUp, takeOver };
}
