import { useId, useState } from 'react';

interface TypedCardFormProps {
  typed: string;
  onTyped: (typed: string) => void;
  /** Answers whether it can be a card's id. */
  onCardId: (typed: string) => boolean;
}

/** The card's id by hand. */
export function TypedCardForm({ typed, onTyped, onCardId }: TypedCardFormProps) {
  const id = useId();
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
            onTyped(event.target.value);
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
