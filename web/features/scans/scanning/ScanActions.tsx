interface ScanActionsProps {
  onAgain: () => void;
  onClose: () => void;
}

export function ScanActions({ onAgain, onClose }: ScanActionsProps) {
  return (
    <div className="cluster scan-actions scan-on">
      <button type="button" onClick={onAgain}>
        Scan another
      </button>
      <button type="button" className="secondary" onClick={onClose}>
        Done
      </button>
    </div>
  );
}
