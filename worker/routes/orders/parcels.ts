import { Hono } from 'hono';
import type { Parcel } from '#schema/printing/print.ts';
import { parcelStatus } from '#worker/domain/orders/parcel.ts';
import { toIso } from '#worker/domain/time.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';
import type { ParcelRow } from '#worker/store/orders/parcels.ts';

export const parcelRoutes = new Hono<AppEnv>().get('/parcels', requireCaller, async (c) => {
  const { member, parcels } = await c.var.store.parcels.own(c.var.caller, c.var.now);
  requireMember(member);
  return c.json(parcels.map(presentParcel));
});

function presentParcel({ orderId, quantity, paidAt, printStatus, statusAt, tracking, lacksAddress }: ParcelRow): Parcel {
  const status = parcelStatus(printStatus);
  return {
    orderId,
    quantity,
    status,
    tracking: status === 'waiting' ? null : tracking,
    at: toIso(statusAt ?? paidAt),
    lacksAddress: lacksAddress === 1,
  };
}
