import type { ReactNode } from 'react';
import { Alert } from '#web/ui/states/Alert.tsx';

/** Warns about a colleague's change, which the administrator confirms before their own can be saved. */
export function ChangedAlert({ title, children, onSeen }: { title: string; children: ReactNode; onSeen: () => void }) {
  return (
    <Alert tone="warning" title={title}>
      <p>{children}</p>
      <button type="button" className="secondary" onClick={onSeen}>
        I’ve checked the changes
      </button>
    </Alert>
  );
}
