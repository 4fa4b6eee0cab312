import { useState } from 'react';
import { testPrintMaxCards, testPrintMinCards } from '#schema/rules.ts';
import { FieldFrame } from '#web/ui/forms/FieldFrame.tsx';

interface CardCountFieldProps {
  value: number;
  onChange: (value: number) => void;
  error: string | undefined;
}

/** Empty counts as one. */
export function CardCountField({ value, onChange, error }: CardCountFieldProps) {
  // The text being typed: an empty field stays empty until blur.
  const [typed, setTyped] = useState<string>();
  const onSlider = Math.min(testPrintMaxCards, Math.max(testPrintMinCards, Math.round(value) || testPrintMinCards));
  return (
    <FieldFrame label="Number of cards" id={undefined} error={error} hint={`${testPrintMinCards} to ${testPrintMaxCards}`}>
      {(wiring) => (
        <div className="card-count">
          <input
            type="range"
            aria-label="Number of cards, slider"
            min={testPrintMinCards}
            max={testPrintMaxCards}
            step={1}
            value={onSlider}
            onChange={(event) => {
              setTyped(undefined);
              onChange(Number(event.target.value));
            }}
          />
          <input
            {...wiring}
            type="number"
            inputMode="numeric"
            min={testPrintMinCards}
            max={testPrintMaxCards}
            step={1}
            value={typed ?? String(value)}
            onChange={(event) => {
              setTyped(event.target.value);
              onChange(event.target.value === '' ? testPrintMinCards : Number(event.target.value));
            }}
            onBlur={() => setTyped(undefined)}
          />
        </div>
      )}
    </FieldFrame>
  );
}
