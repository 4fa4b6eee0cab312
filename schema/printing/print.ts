/** Printing cards: sizes, states, and what a member sees of it. Product rules: Claims, printing, email and messages. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

export const cardSizes = ['card_flat_105x74_mm', 'card_flat_148x105_mm'] as const;
export type CardSize = (typeof cardSizes)[number];

/** Sandbox prints nothing and costs nothing. */
export const printEnvironments = ['sandbox', 'production'] as const;
export type PrintEnvironment = (typeof printEnvironments)[number];

/** A draft is not ordered yet; from then on the printer's signals decide. */
export const printStatuses = ['draft', 'ordered', 'validated', 'producing', 'produced', 'shipped', 'cancelled', 'error'] as const;
export type PrintStatus = (typeof printStatuses)[number];

/** What a member is told of the printing of their cards. */
const parcelStatuses = ['waiting', 'printing', 'shipped'] as const;
export type ParcelStatus = (typeof parcelStatuses)[number];

export const Parcel = v.object({
  orderId: v.number(),
  quantity: v.number(),
  status: v.picklist(parcelStatuses),
  /** Numbers or addresses of the parcels that are on their way, one a line, once the printer has told them. */
  tracking: v.nullable(v.string()),
  /** Of the newest news: paid, sent to print, on its way. */
  at: isoInstant,
});
export type Parcel = v.InferOutput<typeof Parcel>;

/** GET /api/orders/parcels: the member's newest paid orders of cards that come by post, newest first. */
export const ParcelList = v.array(Parcel);
