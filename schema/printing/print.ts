/** Status of print orders and parcels. Product rules: Claims, printing, email and messages. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

export const cardSizes = ['card_flat_105x74_mm', 'card_flat_148x105_mm'] as const;
export type CardSize = (typeof cardSizes)[number];

export const printEnvironments = ['sandbox', 'production'] as const;
export type PrintEnvironment = (typeof printEnvironments)[number];

/** Statuses of a print order. A draft has not been ordered yet. After that, the printer's webhooks update the status. */
export const printStatuses = ['draft', 'ordered', 'validated', 'producing', 'produced', 'shipped', 'cancelled', 'error'] as const;
export type PrintStatus = (typeof printStatuses)[number];

const parcelStatuses = ['waiting', 'printing', 'shipped'] as const;
export type ParcelStatus = (typeof parcelStatuses)[number];

export const Parcel = v.object({
  orderId: v.number(),
  quantity: v.number(),
  status: v.picklist(parcelStatuses),
  /** Tracking numbers or URLs of the parcels, one per line. */
  tracking: v.nullable(v.string()),
  at: isoInstant,
  /** Whether the address was removed when the account was recovered, so the member enters it again. */
  lacksAddress: v.boolean(),
});
export type Parcel = v.InferOutput<typeof Parcel>;

/** Response of GET /api/orders/parcels: the member's most recent paid card orders with shipping, newest first. */
export const ParcelList = v.array(Parcel);

/** Paper for printing cards at home. */
export const papers = ['letter', 'a4'] as const;
export type Paper = (typeof papers)[number];

/** Values of `paper` in GET /api/cache-cards/print.pdf. `regional` is the paper of the caller's country. */
export const paperChoices = ['regional', ...papers] as const;
export type PaperChoice = (typeof paperChoices)[number];
