/** See "Suspension" in docs/product-rules.md. */
import type { AdminRole } from '#schema/admin/session.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

export interface Suspendable {
  version: number;
  isLeaving: boolean;
  suspendedAt: Seconds | null;
  isSuspendedBySuperAdmin: boolean;
}

export type SuspensionRefusal = 'member_not_found' | 'member_leaving' | 'changed_meanwhile' | 'suspended_by_super_admin';

/** `version` is an optimistic lock. Only super administrators can reinstate members suspended by a super administrator. */
export function decideSuspension(
  member: Suspendable | undefined,
  change: 'suspend' | 'reinstate',
  version: number,
  role: AdminRole,
): Result<undefined, SuspensionRefusal> {
  if (!member) return err('member_not_found');
  if (member.isLeaving) return err('member_leaving');
  const isUnchanged = member.version === version && (member.suspendedAt === null) === (change === 'suspend');
  if (!isUnchanged) return err('changed_meanwhile');
  const isBlocked = change === 'reinstate' && member.isSuspendedBySuperAdmin && role !== 'super_admin';
  return isBlocked ? err('suspended_by_super_admin') : ok(undefined);
}
