import type { PrintOrder, PrintQuote } from '#schema/printing/admin-printing.ts';
import type { CardSize, PrintEnvironment, PrintStatus } from '#schema/printing/print.ts';
import { numberFormat } from '#web/lib/format.ts';
import type { StateLabel } from '#web/ui/Badge.tsx';

export const sizeLabels: Record<CardSize, string> = {
  card_flat_105x74_mm: 'Standard (about 4.1x2.9 in)',
  card_flat_148x105_mm: 'Large (about 5.8x4.1 in)',
};
export const sizeNames: Record<CardSize, string> = { card_flat_105x74_mm: 'standard', card_flat_148x105_mm: 'large' };
export const environmentLabels: Record<PrintEnvironment, string> = { sandbox: 'Sandbox', production: 'Production' };

const statusLabels: Record<PrintStatus, StateLabel> = {
  draft: { label: 'Not ordered', tone: 'grey' },
  ordered: { label: 'Ordered', tone: 'info' },
  validated: { label: 'Accepted', tone: 'info' },
  producing: { label: 'Being printed', tone: 'yellow' },
  produced: { label: 'Printed', tone: 'yellow' },
  shipped: { label: 'Shipped', tone: 'green' },
  cancelled: { label: 'Canceled', tone: 'grey' },
  error: { label: 'Problem', tone: 'red' },
};

export function getPrintStatusLabel({ status, isUnanswered }: Pick<PrintOrder, 'status' | 'isUnanswered'>): StateLabel {
  return isUnanswered ? { label: 'No response yet', tone: 'red' } : statusLabels[status];
}

/** Formats a price, always with two decimals: `$6.09`. */
export function formatPrice(hundredths: number, currency: string): string {
  return numberFormat({ style: 'currency', currency })().format(hundredths / 100);
}

/** Lists the parts of a price: `Cards $0.77, shipping $4.95, fees $0.35`. Omits zero amounts, except for the cards. */
export function formatCostParts({ parts, currency }: PrintQuote): string {
  const costEntries = Object.entries({ Cards: parts.cards, shipping: parts.sending, fees: parts.fees, VAT: parts.vat });
  return costEntries
    .filter(([name, cents]) => cents > 0 || name === 'Cards')
    .map(([name, cents]) => `${name} ${formatPrice(cents, currency)}`)
    .join(', ');
}
