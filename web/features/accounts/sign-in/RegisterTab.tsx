import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { RegisterFormProps } from '#web/features/accounts/sign-in/RegisterForm.tsx';
import { didNotComeThrough } from '#web/lib/light-form.ts';
import { importAgain } from '#web/lib/react/page.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';

let loaded: ComponentType<RegisterFormProps> | undefined;

/** Loads the form early, so that its tab opens at once. */
export async function loadRegisterForm(): Promise<ComponentType<RegisterFormProps>> {
  loaded ??= (await importAgain(() => import('#web/features/accounts/sign-in/RegisterForm.tsx'))).RegisterForm;
  return loaded;
}

/** If the form fails to load, the rest of the page keeps working. */
export function RegisterTab(props: Omit<RegisterFormProps, 'cameFrom'>) {
  // Read before the sign-in form is hidden, which loses the focus.
  const [cameFrom] = useState(() => document.activeElement);
  const [Form, setForm] = useState(() => loaded);
  const [isMissing, setIsMissing] = useState(false);

  const fetchForm = useCallback(() => {
    setIsMissing(false);
    loadRegisterForm().then(
      (form) => setForm(() => form),
      () => setIsMissing(true),
    );
  }, []);
  useEffect(fetchForm, [fetchForm]);

  if (Form) return <Form {...props} cameFrom={cameFrom} />;
  if (!isMissing) {
    return (
      <div className="auth-register-loading">
        <Spinner label="Loading the form…" />
      </div>
    );
  }
  return (
    <div className="stack">
      <Alert tone="error" title="The form could not be loaded">
        The registration {didNotComeThrough}
      </Alert>
      <button type="button" className="button-block" onClick={fetchForm}>
        Try again
      </button>
    </div>
  );
}
