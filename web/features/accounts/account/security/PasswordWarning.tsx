import { Trans } from '@lingui/react/macro';
import { type MouseEvent, useEffect, useState } from 'react';
import '#web/features/accounts/account/security/password-warning.css';
import type { PasswordOwner } from '#schema/accounts/guessable-password.ts';
import { passwordMinLength } from '#schema/rules.ts';

interface PasswordWarningProps extends PasswordOwner {
  password: string;
}

type Check = typeof import('#web/features/accounts/account/security/password-check.ts') & { suggestion: string };

/** Warns that a password is easy to guess, but does not prevent its use. */
export function PasswordWarning({ password, ...owner }: PasswordWarningProps) {
  const check = usePasswordCheck(password !== '');
  const warning = password.length < passwordMinLength ? null : check?.getWarning(password, owner);
  return (
    <div className="password-warning" role="status">
      {warning && (
        <>
          <p>{warning}</p>
          <p>
            <Trans>
              Try this instead: <code>{check?.suggestion}</code>{' '}
              <button type="button" className="link-button" onClick={(event) => fillIn(event, check?.suggestion ?? '')}>
                Use it
              </button>
            </Trans>
          </p>
        </>
      )}
    </div>
  );
}

/** Loads the password check on demand. If it fails to load, no warnings are shown. */
function usePasswordCheck(isNeeded: boolean): Check | undefined {
  const [check, setCheck] = useState<Check>();
  useEffect(() => {
    if (!isNeeded) return;
    import('#web/features/accounts/account/security/password-check.ts').then(
      (loaded) => setCheck({ ...loaded, suggestion: loaded.suggestPassword() }),
      () => undefined,
    );
  }, [isNeeded]);
  return check;
}

/** Fills every new-password field and dispatches input events so that any form library notices the change. */
function fillIn({ currentTarget }: MouseEvent<HTMLButtonElement>, password: string): void {
  const inputs = currentTarget.form?.querySelectorAll<HTMLInputElement>('input[autocomplete="new-password"]') ?? [];
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (const input of inputs) {
    setValue?.call(input, password);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
