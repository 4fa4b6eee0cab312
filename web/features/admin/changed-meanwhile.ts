import { ApiError } from '#web/lib/api.ts';

/** Whether a change was refused since somebody else was quicker. */
export function wasChangedMeanwhile(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'changed_meanwhile';
}
