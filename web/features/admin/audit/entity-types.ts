import type { AuditEntry } from '#schema/admin/audit.ts';
import { certificateAddress, memberAddress, messageAddress, orderAddress } from '#web/features/admin/addresses.ts';
import { paths } from '#web/lib/paths.ts';

export const entities = [
  { type: 'user', label: 'Members', one: 'Member' },
  { type: 'cache_card', label: 'Cache Cards', one: 'Card' },
  { type: 'ownership_claim', label: 'Claims', one: 'Claim' },
  { type: 'payout', label: 'Payouts', one: 'Payout' },
  { type: 'payout_run', label: 'Payout runs', one: 'Payout run' },
  { type: 'commission', label: 'Commissions', one: 'Commission' },
  { type: 'treasure_chest_payout', label: 'Treasure chests', one: 'Treasure chest' },
  { type: 'order', label: 'Orders', one: 'Order' },
  { type: 'print_order', label: 'Print orders', one: 'Print order' },
  { type: 'certificate', label: 'Certificates', one: 'Certificate' },
  { type: 'review_decision', label: 'Review decisions', one: 'Review decision' },
  { type: 'second_look', label: 'Second looks', one: 'Second look' },
  { type: 'message', label: 'Messages', one: 'Message' },
  { type: 'outbox', label: 'Emails', one: 'Email' },
  { type: 'stripe_event', label: 'Payment events', one: 'Payment event' },
  { type: 'admin', label: 'Administrators', one: 'Administrator' },
] as const;

/** Returns a label such as `Certificate VC-7K2M-9QXA`. */
export function itemLabel({ entityType, entityId }: Pick<AuditEntry, 'entityType' | 'entityId'>): string {
  const singularName = entities.find(({ type }) => type === entityType)?.one;
  return `${singularName ?? entityType.replaceAll('_', ' ')} ${entityId}`;
}

export function itemAddress({ entityType, entityId }: Pick<AuditEntry, 'entityType' | 'entityId'>): string | undefined {
  if (entityType === 'user') return memberAddress(entityId);
  if (entityType === 'message') return messageAddress(entityId);
  if (entityType === 'certificate') return certificateAddress(entityId);
  if (entityType === 'order') return orderAddress(Number(entityId));
  if (/^TC-\d{7}$/.test(entityId)) return `${paths.adminDashboard('cards')}&q=${encodeURIComponent(entityId)}`;
  return undefined;
}
