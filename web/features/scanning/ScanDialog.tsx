import { ScanPanel } from '#web/features/scanning/ScanPanel.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** Scanning a Cache Card by camera, photo or typed id. The camera is on only while this is open. */
export function ScanDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Scan Cache Card">
      <ScanPanel onClose={onClose} />
    </Dialog>
  );
}
