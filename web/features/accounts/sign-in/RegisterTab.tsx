import { t } from '@lingui/core/macro';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { RegisterFormProps } from '#web/features/accounts/sign-in/RegisterForm.tsx';
import { loadFailedText } from '#web/lib/light-form.ts';
import { importWithRetry } from '#web/lib/react/page.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';

let LoadedForm: ComponentType<RegisterFormProps> | undefined;

export async function loadRegisterForm(): Promise<ComponentType<RegisterFormProps>> {
  LoadedForm ??= (await importWithRetry(() => import('#web/features/accounts/sign-in/RegisterForm.tsx'))).RegisterForm;
  return LoadedForm;
}

/** Loads the registration form on demand. If that fails, shows an error in the tab, and the rest of the page keeps working. */
export function RegisterTab(props: Omit<RegisterFormProps, 'openedFrom'>) {
  // Remembers the focused element during the first render because hiding the sign-in form removes the focus.
  const [openedFrom] = useState(() => document.activeElement);
  const [Form, setForm] = useState(() => LoadedForm);
  const [isMissing, setIsMissing] = useState(false);

  const fetchForm = useCallback(() => {
    setIsMissing(false);
    loadRegisterForm().then(
      (form) => setForm(() => form),
      () => setIsMissing(true),
    );
  }, []);
  useEffect(fetchForm, [fetchForm]);

  if (Form) return <Form {...props} openedFrom={openedFrom} />;
  if (!isMissing) {
    return (
      <div className="auth-register-loading">
        <Spinner label={t`Loading the form…`} />
      </div>
    );
  }
  return (
    <div className="stack">
      <Alert tone="error" title={t`Couldn’t load the form`}>
        {loadFailedText(t`The registration form did not load completely.`)}
      </Alert>
      <button type="button" className="button-block" onClick={fetchForm}>
        {t`Try again`}
      </button>
    </div>
  );
}
