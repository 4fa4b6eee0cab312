/** Detects printer outages. A failed order leaves a row; a failed quote leaves none. */
import { CardPrinterError } from '#worker/clients/card-printer.ts';
import { cloudprinter } from '#worker/clients/cloudprinter.ts';
import type { Config } from '#worker/env.ts';

/** No response, a server error, or our key refused, so other calls would fail too. */
export function isOutage(error: unknown): boolean {
  return error instanceof CardPrinterError && (!error.isRefusal || error.status === 401 || error.status === 403);
}

/** Makes a free call in each configured environment. */
export async function isPrinterDown({ printing }: Config): Promise<boolean> {
  const [product] = Object.values(printing.products);
  const keys = Object.values(printing.apiKeys).filter((key) => key !== null);
  const responses = await Promise.allSettled(keys.map((key) => cloudprinter(key, printing.apiBase).product(product?.product ?? '')));
  return responses.some((answer) => answer.status === 'rejected' && isOutage(answer.reason));
}
