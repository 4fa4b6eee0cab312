/** What a form or dialog is about: nobody overwrites unseen what somebody else has changed meanwhile. */
import { useState } from 'react';
import { ApiError } from '#web/lib/api-error.ts';

/** Whether a change was refused since somebody else was quicker. */
export function wasChangedMeanwhile(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'changed_meanwhile';
}

/**
 * `seen` is the row that the next try is about, first the one that was given, whatever loads behind the form. After a refusal
 * `catchUp` reads it anew where somebody else was quicker, and answers it as it is then, or undefined where that is not why;
 * throws where it cannot be read. `takeOver` is for who is shown first what has changed.
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
