import { t } from '@lingui/core/macro';
export function ScanActions({ onRestart, onClose }: { onRestart: () => void; onClose: () => void }) {
  return (
    <div className="cluster scan-actions scan-on">
      <button type="button" onClick={onRestart}>{t`Scan another`}</button>
      <button type="button" className="secondary" onClick={onClose}>{t`Done`}</button>
    </div>
  );
}
