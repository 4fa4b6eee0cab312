import type { CardSize, PrintEnvironment } from '#schema/printing/print.ts';
import type { ItemToPrint } from '#worker/clients/card-printer.ts';
import type { Destination, StoredQuote } from '#worker/domain/printing/print-order.ts';
import { chooseOptions, type PrintProduct } from '#worker/domain/printing/print-product.ts';
import { ApiError } from '#worker/errors.ts';
import { getContactEmail, type PrintingDeps, printerFailure, requirePrinter } from './deps.ts';
import { isOutage } from './outage.ts';

/**
 * Requests quotes without ordering anything. If the quantity of any design is below the printer's minimum, responds with 400 and includes
 * the minimum.
 */
export async function quoteCards(
  deps: PrintingDeps,
  { environment, cardSize, items, to }: { environment: PrintEnvironment; cardSize: CardSize; items: ItemToPrint[]; to: Destination },
): Promise<Omit<StoredQuote, 'designMd5'>> {
  const printer = requirePrinter(deps, environment);
  getContactEmail(deps);
  const { product: code, options: chosenOptions } = deps.config.printing.products[cardSize];
  try {
    const product = await loadProduct(deps, environment, code);
    const options = chooseOptions(product, chosenOptions);
    if (!options.ok) throw new ApiError('print_options_unknown', { params: unknownOptions(product, options.refusal.unknown) });
    if (items.some(({ count }) => count < product.minimumCount))
      throw new ApiError('print_too_few', { params: { product: product.reference, minimum: product.minimumCount } });
    const { country, state } = to;
    const services = await printer.quote({ product: code, options: options.value, items, to });
    return { services, product: code, options: options.value, country, state };
  } catch (error) {
    if (isOutage(error)) await deps.store.alarms.raise('prints_failed', deps.now);
    throw printerFailure(error);
  }
}

/** Printer products, cached for an hour by API URL, environment and product code. */
const productCache = new Map<string, { product: PrintProduct; until: number }>();
const cacheSeconds = 3_600;

async function loadProduct(deps: PrintingDeps, environment: PrintEnvironment, code: string): Promise<PrintProduct> {
  const key = [deps.config.printing.apiBase, environment, code].join(' ');
  const cachedProduct = productCache.get(key);
  if (cachedProduct && cachedProduct.until > deps.now && cachedProduct.until <= deps.now + cacheSeconds) return cachedProduct.product;
  const product = await requirePrinter(deps, environment).product(code);
  productCache.set(key, { product, until: deps.now + cacheSeconds });
  return product;
}

function unknownOptions({ reference, options }: PrintProduct, unknown: string[]) {
  const knownOptions = options.map((option) => option.reference).join(', ');
  return { product: reference, unknown: unknown.join(', '), known: knownOptions || 'no options at all' };
}
