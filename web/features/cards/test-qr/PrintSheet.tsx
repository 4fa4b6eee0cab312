import { testCardsPrintedAtMost } from '#schema/rules.ts';
import { DownloadButton } from '#web/features/admin/lists/DownloadButton.tsx';
import { getPrintPath } from '#web/features/cards/test-qr/test-cards-api.ts';
import { plural } from '#web/lib/format.ts';
import { PrinterIcon } from '#web/ui/icons/order-icons.tsx';

interface PrintSheetProps {
  chosen: readonly string[];
  total: number;
}

export function PrintSheet({ chosen, total }: PrintSheetProps) {
  return (
    <DownloadButton path={getPrintPath(chosen)} failed="The print sheet was not created">
      <PrinterIcon />
      {formatLabel(chosen.length, total)}
    </DownloadButton>
  );
}

function formatLabel(chosen: number, total: number): string {
  if (chosen > 0) return `Print ${plural(chosen, 'card')}`;
  return total > testCardsPrintedAtMost ? `Print the newest ${testCardsPrintedAtMost}` : 'Print all';
}
