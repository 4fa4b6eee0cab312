import { Alert } from '#web/ui/states/Alert.tsx';

interface OutdatedProps {
  isWaiting: boolean;
  onSeen: () => void;
}

/** After a concurrent update: nobody decides on a version that they have not seen. */
export function Outdated({ isWaiting, onSeen }: OutdatedProps) {
  if (!isWaiting) {
    return (
      <Alert tone="warning" title="Somebody else has decided this certificate in the meantime">
        Nothing of yours was done. Here is how it stands now.
      </Alert>
    );
  }
  return (
    <Alert tone="warning" title="Somebody else has changed this certificate in the meantime">
      <p>Nothing was decided, and what you typed is kept. Please look at it once more.</p>
      <button type="button" className="secondary" onClick={onSeen}>
        I have seen how it stands now
      </button>
    </Alert>
  );
}
