import { t } from '@lingui/core/macro';
import { type ComponentProps, useState } from 'react';
import { getLanguage } from '#web/lib/words/words.ts';
import { FieldFrame, type FieldText } from '#web/ui/forms/FieldFrame.tsx';
import { EyeIcon, EyeOffIcon } from '#web/ui/icons/eye-icons.tsx';

type PasswordFieldProps = FieldText & Omit<ComponentProps<'input'>, 'type'>;

export function PasswordField({ label, hint, error, optional, id, ...input }: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional ?? false} id={id}>
      {(inputProps) => (
        <div className="password-box">
          <input autoCapitalize="none" spellCheck={false} {...input} {...inputProps} type={isVisible ? 'text' : 'password'} />
          <button
            type="button"
            className="icon-button"
            aria-pressed={isVisible}
            aria-label={t`Show ${getLanguage() === 'en' ? label.toLowerCase() : label}`}
            onClick={() => setIsVisible(!isVisible)}
          >
            {isVisible ? <EyeOffIcon /> : <EyeIcon />}
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
