/** See "Suspension" in docs/product-rules.md. */
import type { AdminRole } from '#schema/admin/session.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

export interface Suspendable {
  version: number;
  suspendedAt: Seconds | null;
  isSuspendedBySuperAdmin: boolean;
}

export type SuspensionChangeKind = 'suspend' | 'take_over' | 'reinstate';
export type SuspensionRefusal = 'member_not_found' | 'changed_meanwhile' | 'suspended_by_super_admin';

/**
 * Decides whether an administrator may suspend or reinstate a member. `version` is an optimistic lock. Only super administrators can
 * reinstate members suspended by a super administrator. If a super administrator suspends a member whom an administrator already suspended,
 * the suspension becomes the super administrator's. Members who requested deletion can be suspended too, because they can cancel the
 * deletion.
 */
export function decideSuspension(
  member: Suspendable | undefined,
  change: 'suspend' | 'reinstate',
  version: number,
  role: AdminRole,
): Result<SuspensionChangeKind, SuspensionRefusal> {
  if (!member) return err('member_not_found');
  if (member.version !== version) return err('changed_meanwhile');
  const isSuper = role === 'super_admin';
  if (change === 'reinstate') {
    if (member.suspendedAt === null) return err('changed_meanwhile');
    return member.isSuspendedBySuperAdmin && !isSuper ? err('suspended_by_super_admin') : ok(change);
  }
  if (member.suspendedAt === null) return ok(change);
  return isSuper && canBeTakenOver(member) ? ok('take_over') : err('changed_meanwhile');
}

/** Whether an ordinary administrator suspended the member. A super administrator can then take over the suspension. */
export function canBeTakenOver({ suspendedAt, isSuspendedBySuperAdmin }: Omit<Suspendable, 'version'>): boolean {
  return suspendedAt !== null && !isSuspendedBySuperAdmin;
}
