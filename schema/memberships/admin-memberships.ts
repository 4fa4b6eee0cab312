/** Response of GET /api/admin/memberships: paid and granted membership periods. Each payment of a year is one period. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';
import { membershipSources } from '#schema/memberships/membership.ts';
import { paidTiers } from '#schema/orders/order.ts';

export const AdminMembership = v.object({
  id: v.number(),
  member: v.object({ id: v.number(), email: v.string() }),
  tier: v.picklist(paidTiers),
  source: v.picklist(membershipSources),
  startsAt: isoInstant,
  endsAt: isoInstant,
});
export type AdminMembership = v.InferOutput<typeof AdminMembership>;
export const AdminMembershipList = v.array(AdminMembership);
