import { useEffect, useId, useState } from 'react';
import type { TableView } from '#web/ui/data-table/table-view.ts';

type Days = Pick<TableView, 'from' | 'to'>;

interface DayRangeProps extends Days {
  onChange: (change: Partial<Days>) => void;
}

export function DayRange({ from, to, onChange }: DayRangeProps) {
  return (
    <fieldset className="table-days">
      <legend className="visually-hidden">Days (UTC)</legend>
      <Day label="From" day={from} max={to} onChange={(day) => onChange({ from: day })} />
      <Day label="To" day={to} min={from} onChange={(day) => onChange({ to: day })} />
    </fieldset>
  );
}

interface DayProps {
  label: string;
  day: string | null;
  min?: string | null;
  max?: string | null;
  onChange: (day: string | null) => void;
}

function Day({ label, day, min, max, onChange }: DayProps) {
  const id = useId();
  const [text, setText] = useState(day ?? '');
  // Updates the input when "Back" or "Clear filters" changes the day.
  useEffect(() => setText(day ?? ''), [day]);

  function applyDay(input: string) {
    setText(input);
    // Ignores years like 0020, which occur while a year is being typed.
    if (input === '' || input >= '1900') onChange(input === '' ? null : input);
  }

  return (
    <div className="table-day">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={text}
        min={min ?? undefined}
        max={max ?? undefined}
        data-chosen={day !== null || undefined}
        onChange={(event) => applyDay(event.target.value)}
      />
    </div>
  );
}
