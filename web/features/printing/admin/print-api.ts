import { mutate } from 'swr';
import { PrintOrder } from '#schema/printing/admin-printing.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { apiSend, slowTimeoutMs } from '#web/lib/api/client.ts';

export const printOrdersPath = '/api/admin/print-orders';
export const adminOrdersPath = '/api/admin/orders';

export function cancelPrint(id: number): Promise<PrintOrder> {
  return changeAndReload(() => apiSend('POST', `${printOrdersPath}/${id}/cancel`, undefined, PrintOrder));
}

export function retryPrint(id: number): Promise<PrintOrder> {
  return changeAndReload(() => apiSend('POST', `${printOrdersPath}/${id}/retry`, undefined, PrintOrder, { timeoutMs: slowTimeoutMs }));
}

/** Writes off an order whose outcome is unknown. The printer may still print it. */
export function writeOffPrint(id: number): Promise<PrintOrder> {
  return changeAndReload(() => apiSend('POST', `${printOrdersPath}/${id}/write-off`, undefined, PrintOrder));
}

/** Runs a change, then reloads the print orders. Reloads them even if the change failed because it may still have had an effect. */
export async function changeAndReload<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } finally {
    await reloadPrints().catch(() => undefined);
  }
}

export async function reloadPrints(): Promise<void> {
  await Promise.all([
    reloadLists(printOrdersPath, adminOrdersPath),
    mutate((key) => typeof key === 'string' && key.startsWith(`${adminOrdersPath}/`)),
  ]);
}
