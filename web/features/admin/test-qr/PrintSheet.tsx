import { useState } from 'react';
import { testCardsPrintedAtMost } from '#schema/rules.ts';
import { PrinterIcon } from '#web/components/orders/order-icons.tsx';
import { printPathOf } from '#web/features/admin/test-qr/test-cards-api.ts';
import { errorText } from '#web/lib/api.ts';
import { downloadByLink } from '#web/lib/download.ts';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/toast.ts';

interface PrintSheetProps {
  /** Card ids; none stands for all. */
  chosen: readonly string[];
  total: number;
}

/** Downloads the print-ready PDF of the chosen test cards, or of all. */
export function PrintSheet({ chosen, total }: PrintSheetProps) {
  const [isPending, setPending] = useState(false);

  async function download() {
    if (isPending) return;
    setPending(true);
    try {
      await downloadByLink(printPathOf(chosen));
    } catch (error) {
      showToast({ title: 'The print sheet was not made', description: errorText(error, 'Please try again.'), tone: 'error' });
    } finally {
      setPending(false);
    }
  }

  return (
    <button
      type="button"
      className="secondary"
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
      onClick={() => void download()}
    >
      {!isPending && <PrinterIcon />}
      {isPending ? 'Preparing…' : labelOf(chosen.length, total)}
    </button>
  );
}

function labelOf(chosen: number, total: number): string {
  if (chosen > 0) return `Print ${plural(chosen, 'card')}`;
  return total > testCardsPrintedAtMost ? `Print the newest ${testCardsPrintedAtMost}` : 'Print all';
}
