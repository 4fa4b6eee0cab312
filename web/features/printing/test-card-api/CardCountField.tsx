import { useState } from 'react';
import { testPrintMaxCards, testPrintMinCards } from '#schema/rules.ts';
import { FieldFrame } from '#web/ui/forms/FieldFrame.tsx';

interface CardCountFieldProps {
  value: number;
  onChange: (value: number) => void;
  error: string | undefined;
}

/** Number of cards. An empty field counts as one. */
export function CardCountField({ value, onChange, error }: CardCountFieldProps) {
  // Stores the typed text so that an empty field stays empty until it loses the focus.
  const [typedText, setTypedText] = useState<string>();
  const sliderValue = Math.min(testPrintMaxCards, Math.max(testPrintMinCards, Math.round(value) || testPrintMinCards));
  return (
    <FieldFrame label="Number of cards" id={undefined} error={error} hint={`${testPrintMinCards} to ${testPrintMaxCards}`}>
      {(inputProps) => (
        <div className="card-count">
          <input
            type="range"
            aria-label="Number of cards, slider"
            min={testPrintMinCards}
            max={testPrintMaxCards}
            step={1}
            value={sliderValue}
            onChange={(event) => {
              setTypedText(undefined);
              onChange(Number(event.target.value));
            }}
          />
          <input
            {...inputProps}
            type="number"
            inputMode="numeric"
            min={testPrintMinCards}
            max={testPrintMaxCards}
            step={1}
            value={typedText ?? String(value)}
            onChange={(event) => {
              setTypedText(event.target.value);
              onChange(event.target.value === '' ? testPrintMinCards : Number(event.target.value));
            }}
            onBlur={() => setTypedText(undefined)}
          />
        </div>
      )}
    </FieldFrame>
  );
}
