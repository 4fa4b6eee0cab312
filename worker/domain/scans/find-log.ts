/** Whether a member may leave a line for a card's owner. Product rules: Finds and notes to owners. */
import { err, ok, type Result } from '#worker/domain/result.ts';

/** A card that the member has found, and whose find stands. */
export interface LoggedFind {
  ownerId: number | null;
  /** Its order is paid, and it is not disabled. */
  isFindable: boolean;
}

export type LogRefusal = 'find_not_found' | 'card_not_found' | 'nobody_reads_log' | 'own_card';

/** Answers who will read it. An unknown card is refused like one that was not found: guessing tells nothing. */
export function decideLog(find: LoggedFind | undefined, memberId: number): Result<number, LogRefusal> {
  if (!find) return err('find_not_found');
  if (!find.isFindable) return err('card_not_found');
  if (find.ownerId === null) return err('nobody_reads_log');
  return find.ownerId === memberId ? err('own_card') : ok(find.ownerId);
}
