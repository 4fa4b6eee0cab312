/** Detects printer outages. A failed order leaves a database row, but a failed quote leaves none. */
import { CardPrinterError } from '#worker/clients/card-printer.ts';
import { cloudprinter } from '#worker/clients/cloudprinter.ts';
import type { Config } from '#worker/env.ts';

/** Whether the error suggests that all calls to the printer fail: it did not respond, its server failed, or it rejected our key. */
export function isOutage(error: unknown): boolean {
  return error instanceof CardPrinterError && (!error.isRefusal || error.status === 401 || error.status === 403);
}

/** Returns true if the printer's API is down in any configured environment. Makes only calls that are free of charge. */
export async function isPrinterDown({ printing }: Config): Promise<boolean> {
  const [product] = Object.values(printing.products);
  const keys = Object.values(printing.apiKeys).filter((key) => key !== null);
  const responses = await Promise.allSettled(keys.map((key) => cloudprinter(key, printing.apiBase).product(product?.product ?? '')));
  return responses.some((response) => response.status === 'rejected' && isOutage(response.reason));
}
