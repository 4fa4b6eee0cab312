import { useId, useState } from 'react';

/** The card's id by hand. `onCardId` answers whether it can be one. */
export function TypedCardForm({ onCardId }: { onCardId: (typed: string) => boolean }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  return (
    <form
      className="typed-card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setError(onCardId(typed) ? null : 'A card ID is TC- and 7 digits, for example TC-0000001.');
      }}
    >
      <label htmlFor={id}>Or type the card ID</label>
      <div className="typed-card-row">
        <input
          id={id}
          value={typed}
          placeholder="TC-0000000"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            setError(null);
          }}
        />
        <button type="submit">Collect</button>
      </div>
      {error && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
