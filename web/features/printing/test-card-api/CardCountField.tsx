import { useState } from 'react';
import { testPrintMaxCards, testPrintMinCards } from '#schema/rules.ts';
import { FieldFrame } from '#web/ui/forms/FieldFrame.tsx';

interface CardCountFieldProps {
  value: number;
  onChange: (value: number) => void;
  error: string | undefined;
}

/** How many cards: a slider, and a number beside it. Left empty it is one. */
export function CardCountField({ value, onChange, error }: CardCountFieldProps) {
  // What is being typed: an empty field must stay empty until somebody is done with it.
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
