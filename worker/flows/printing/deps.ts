import type { PrintEnvironment } from '#schema/printing/print.ts';
import { type CardPrinter, CardPrinterError } from '#worker/clients/card-printer.ts';
import { cloudprinter } from '#worker/clients/cloudprinter.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { Config } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { describeError, errorText, logError } from '#worker/log.ts';
import type { FontSite } from '#worker/pdf/names/name-fonts.ts';
import type { SiteFiles } from '#worker/store/site-lists.ts';
import type { Store } from '#worker/store/store.ts';

export interface PrintingDeps {
  config: Config;
  store: Store;
  actor: Actor;
  now: number;
  /** Files with the words of each language. */
  files: (SiteFiles & FontSite) | undefined;
}

/** Returns the printer client; throws 503 if the environment is not configured. */
export function requirePrinter({ config }: PrintingDeps, environment: PrintEnvironment): CardPrinter {
  const apiKey = config.printing.apiKeys[environment];
  if (apiKey === null) throw new ApiError('printer_not_set_up');
  return cloudprinter(apiKey, config.printing.apiBase);
}

/** Returns our contact email address for print orders; throws 503 if none is configured. */
export function getContactEmail({ config }: PrintingDeps): string {
  if (config.printing.email === null) throw new ApiError('printer_not_set_up');
  return config.printing.email;
}

/** Maps printer errors to an API error; returns other errors unchanged. */
export function printerFailure(error: unknown): unknown {
  if (!(error instanceof CardPrinterError)) return error;
  logError('card_printer_failed', {
    error: describeError(error),
    cause: error.cause === undefined ? undefined : errorText(error.cause),
  });
  return new ApiError('printer_failed', { params: { detail: error.message } });
}
