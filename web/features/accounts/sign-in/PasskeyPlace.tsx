import { type ComponentType, useEffect, useState } from 'react';
import { importAgain } from '#web/lib/react/page.tsx';

/** Below the form: the way in by passkey, which comes after the page where the browser knows passkeys. */
export function PasskeyPlace() {
  const [Button, setButton] = useState<ComponentType>();
  useEffect(() => {
    if (!('PublicKeyCredential' in window)) return;
    importAgain(() => import('#web/features/accounts/sign-in/PasskeyButton.tsx')).then(
      (file) => setButton(() => file.PasskeyButton),
      () => {},
    );
  }, []);
  return <div className="passkey-place">{Button && <Button />}</div>;
}
