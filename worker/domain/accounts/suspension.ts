/** See "Suspension" in docs/product-rules.md. */
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

export interface Suspendable {
  version: number;
  isLeaving: boolean;
  suspendedAt: Seconds | null;
}

export type SuspensionRefusal = 'member_not_found' | 'member_leaving' | 'changed_meanwhile';

/** `version` is an optimistic lock. */
export function decideSuspension(
  member: Suspendable | undefined,
  change: 'suspend' | 'let_back',
  version: number,
): Result<undefined, SuspensionRefusal> {
  if (!member) return err('member_not_found');
  if (member.isLeaving) return err('member_leaving');
  const isUnchanged = member.version === version && (member.suspendedAt === null) === (change === 'suspend');
  return isUnchanged ? ok(undefined) : err('changed_meanwhile');
}
