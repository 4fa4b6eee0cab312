import type { AuditEntry } from '#schema/admin/audit.ts';
import { certificateUrl, memberUrl, messageUrl, orderUrl } from '#web/features/admin/urls.ts';
import { paths } from '#web/lib/paths.ts';

export const entities = [
  { type: 'user', label: 'Members', singular: 'Member' },
  { type: 'cache_card', label: 'Cache Cards', singular: 'Card' },
  { type: 'ownership_claim', label: 'Claims', singular: 'Claim' },
  { type: 'payout', label: 'Payouts', singular: 'Payout' },
  { type: 'payout_run', label: 'Payout runs', singular: 'Payout run' },
  { type: 'commission', label: 'Commissions', singular: 'Commission' },
  { type: 'treasure_chest_payout', label: 'Treasure chests', singular: 'Treasure chest' },
  { type: 'order', label: 'Orders', singular: 'Order' },
  { type: 'dispute', label: 'Disputes', singular: 'Dispute' },
  { type: 'print_order', label: 'Print orders', singular: 'Print order' },
  { type: 'certificate', label: 'Certificates', singular: 'Certificate' },
  { type: 'review_decision', label: 'Review decisions', singular: 'Review decision' },
  { type: 'second_look', label: 'Second looks', singular: 'Second look' },
  { type: 'message', label: 'Messages', singular: 'Message' },
  { type: 'saved_reply', label: 'Saved replies', singular: 'Saved reply' },
  { type: 'mail', label: 'Emails', singular: 'Email' },
  { type: 'stripe_event', label: 'Payment events', singular: 'Payment event' },
  { type: 'job', label: 'Jobs', singular: 'Job' },
  { type: 'export', label: 'Exports', singular: 'Export' },
  { type: 'admin', label: 'Administrators', singular: 'Administrator' },
] as const;

/** Returns a label such as `Certificate VC-7K2M-9QXA`. */
export function itemLabel({ entityType, entityId }: Pick<AuditEntry, 'entityType' | 'entityId'>): string {
  const singularName = entities.find(({ type }) => type === entityType)?.singular;
  const space = /^\d+$/.test(entityId) ? '\u00a0' : ' ';
  return `${singularName ?? entityType.replaceAll('_', ' ')}${space}${entityId}`;
}

export function itemUrl({ entityType, entityId }: Pick<AuditEntry, 'entityType' | 'entityId'>): string | undefined {
  if (entityType === 'user') return memberUrl(entityId);
  if (entityType === 'message') return messageUrl(entityId);
  if (entityType === 'certificate') return certificateUrl(entityId);
  if (entityType === 'order') return orderUrl(Number(entityId));
  if (/^TC-\d{7}$/.test(entityId)) return `${paths.adminDashboard('cards')}&q=${encodeURIComponent(entityId)}`;
  return undefined;
}
