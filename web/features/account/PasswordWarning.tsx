import '#web/features/account/password-warning.css';
import { isEasilyGuessed } from '#web/features/account/common-passwords.ts';

interface PasswordWarningProps {
  password: string;
  /** Of the account, where it is known: no good password either. */
  email?: string;
}

/** Below a new password: a warning of one that guessers try first. It is accepted all the same. */
export function PasswordWarning({ password, email = '' }: PasswordWarningProps) {
  return (
    <p className="password-warning" role="status">
      {isEasilyGuessed(password, email) &&
        'Careful: this is one of the first passwords anyone would guess. A few unrelated words make a better one.'}
    </p>
  );
}
