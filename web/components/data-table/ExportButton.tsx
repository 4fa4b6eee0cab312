import { useState } from 'react';
import { DownloadIcon } from '#web/components/data-table/table-icons.tsx';
import { errorText } from '#web/lib/api.ts';
import { downloadByLink } from '#web/lib/download.ts';
import { showToast } from '#web/lib/toast.ts';

/** Downloads all that the current filter and search find, as CSV. */
export function ExportButton({ path }: { path: string }) {
  const [isPending, setPending] = useState(false);

  async function download() {
    if (isPending) return;
    setPending(true);
    try {
      await downloadByLink(path);
    } catch (error) {
      showToast({ tone: 'error', title: 'Export failed', description: errorText(error, 'Please try again.') });
    } finally {
      setPending(false);
    }
  }

  return (
    <button
      type="button"
      className="secondary button-small"
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
      onClick={() => void download()}
    >
      {!isPending && <DownloadIcon />}
      {isPending ? 'Preparing…' : 'Export CSV'}
    </button>
  );
}
