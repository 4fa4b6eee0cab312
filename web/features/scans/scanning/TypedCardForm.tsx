import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useFieldNotes } from '#web/ui/forms/FieldFrame.tsx';

interface TypedCardFormProps {
  text: string;
  onChange: (text: string) => void;
  onSubmit: (text: string) => boolean;
}

export function TypedCardForm({ text, onChange, onSubmit }: TypedCardFormProps) {
  const [error, setError] = useState<string>();
  const { inputProps, notes } = useFieldNotes(undefined, { error, errorRole: 'alert' });
  return (
    <form
      className="typed-card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setError(onSubmit(text) ? undefined : t`A card ID is TC- followed by 7 digits, such as TC-0000001.`);
      }}
    >
      <label htmlFor={inputProps.id}>{t`Or type the card ID`}</label>
      <div className="typed-card-row">
        <input
          {...inputProps}
          value={text}
          placeholder={t`TC-0000000`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => {
            onChange(event.target.value);
            setError(undefined);
          }}
        />
        <button type="submit">{t`Collect`}</button>
      </div>
      {notes}
    </form>
  );
}
