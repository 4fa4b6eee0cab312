/** Whether the card printer itself fails. An order that it did not take has a row that says so; a quote leaves none. */
import { CardPrinterError } from '#worker/clients/card-printer.ts';
import { cloudprinter } from '#worker/clients/cloudprinter.ts';
import type { Config } from '#worker/env.ts';

/** It did not answer, failed by itself, or refuses our key: whatever else it was asked would have failed too. */
export function isOutage(error: unknown): boolean {
  return error instanceof CardPrinterError && (!error.isRefusal || error.status === 401 || error.status === 403);
}

/** Asks for something that costs nothing, in each environment that is set up. */
export async function isPrinterDown({ printing }: Config): Promise<boolean> {
  const [product] = Object.values(printing.products);
  const keys = Object.values(printing.apiKeys).filter((key) => key !== null);
  const responses = await Promise.allSettled(keys.map((key) => cloudprinter(key, printing.apiBase).product(product?.product ?? '')));
  return responses.some((answer) => answer.status === 'rejected' && isOutage(answer.reason));
}
