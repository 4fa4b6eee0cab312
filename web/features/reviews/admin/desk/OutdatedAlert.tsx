import { Alert } from '#web/ui/states/Alert.tsx';

/** Warns about a concurrent update because a decision must be based on the current version. */
export function OutdatedAlert({ isWaiting, onSeen }: { isWaiting: boolean; onSeen: () => void }) {
  if (!isWaiting) {
    return (
      <Alert tone="warning" title="Someone else already decided on this certificate">
        Your decision was not saved. This is the current state.
      </Alert>
    );
  }
  return (
    <Alert tone="warning" title="Someone else changed this certificate">
      <p>Your decision was not saved, but your text is still here. Please check the certificate again.</p>
      <button type="button" className="secondary" onClick={onSeen}>
        I’ve checked the changes
      </button>
    </Alert>
  );
}
