import { type ComponentType, useEffect, useState } from 'react';
import { importWithRetry } from '#web/lib/react/page.tsx';

export function PasskeySlot() {
  const [Button, setButton] = useState<ComponentType>();
  useEffect(() => {
    if (!('PublicKeyCredential' in window)) return;
    importWithRetry(() => import('#web/features/accounts/sign-in/PasskeyButton.tsx')).then(
      (file) => setButton(() => file.PasskeyButton),
      () => {},
    );
  }, []);
  return <div className="passkey-place">{Button && <Button />}</div>;
}
