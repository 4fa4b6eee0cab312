import { maxPrintedTestCards } from '#schema/rules.ts';
import { DownloadButton } from '#web/features/admin/lists/DownloadButton.tsx';
import { getPrintPath } from '#web/features/cards/test-qr/test-cards-api.ts';
import { plural } from '#web/lib/format.ts';
import { PrinterIcon } from '#web/ui/icons/order-icons.tsx';

export function PrintSheet({ chosenIds, total }: { chosenIds: readonly string[]; total: number }) {
  return (
    <DownloadButton path={getPrintPath(chosenIds)} failed="Couldn’t create the print sheet">
      <PrinterIcon />
      {formatLabel(chosenIds.length, total)}
    </DownloadButton>
  );
}

function formatLabel(chosenCount: number, total: number): string {
  if (chosenCount > 0) return `Print ${plural(chosenCount, 'card')}`;
  return total > maxPrintedTestCards ? `Print the newest ${maxPrintedTestCards}` : 'Print all';
}
