import { t } from '@lingui/core/macro';
import { ScanPanel } from '#web/features/scans/scanning/ScanPanel.tsx';
import { isViewing } from '#web/lib/viewing.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { HiddenFromViewers } from '#web/ui/states/HiddenFromViewers.tsx';

/** The camera runs only while the dialog is open. */
export function ScanDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t`Scan Cache Card`}>
      {isViewing() ? <HiddenFromViewers /> : <ScanPanel onClose={onClose} />}
    </Dialog>
  );
}
