/** See "Finds and notes to owners" in docs/product-rules.md. */
import { err, ok, type Result } from '#worker/domain/result.ts';

export interface LoggedFind {
  ownerId: number | null;
  isFindable: boolean;
}

export type LogRefusal = 'find_not_found' | 'card_not_found' | 'card_without_owner' | 'own_card';

/**
 * Returns the id of the note's recipient. The error is the same for unknown cards and for cards that the member has not found, so that
 * guessing card ids reveals nothing.
 */
export function decideLog(find: LoggedFind | undefined, memberId: number): Result<number, LogRefusal> {
  if (!find) return err('find_not_found');
  if (!find.isFindable) return err('card_not_found');
  if (find.ownerId === null) return err('card_without_owner');
  return find.ownerId === memberId ? err('own_card') : ok(find.ownerId);
}
