import { useId, useState } from 'react';
import { now } from '#web/lib/react/now.ts';
import { getLastDays, getSpanError, presets, type Span } from '#web/pages/admin/dashboard/charts/spans.ts';

export function RangePicker({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const [custom, setCustom] = useState<Span | null>(null);
  const errorId = useId();
  const error = custom && getSpanError(custom);
  const today = getLastDays(1, new Date(now())).to;

  function changeSpan(part: Partial<Span>) {
    const nextSpan = { ...span, ...custom, ...part };
    setCustom(nextSpan);
    if (!getSpanError(nextSpan)) onChange(nextSpan);
  }

  const isPresetSelected = (days: number) => {
    const { from, to } = getLastDays(days, new Date(now()));
    return custom === null && span.from === from && span.to === to;
  };
  const ariaProps = error ? { 'aria-invalid': true, 'aria-describedby': errorId } : {};
  return (
    <div className="range-picker">
      <fieldset className="span-presets">
        <legend className="visually-hidden">Time range</legend>
        {presets.map((days) => (
          <button
            key={days}
            type="button"
            className="ghost"
            aria-pressed={isPresetSelected(days)}
            onClick={() => {
              setCustom(null);
              onChange(getLastDays(days, new Date(now())));
            }}
          >
            {days} days
          </button>
        ))}
        <button type="button" className="ghost" aria-pressed={custom !== null} onClick={() => setCustom(custom ?? span)}>
          Custom
        </button>
      </fieldset>
      {custom && (
        <div className="span-days">
          <label>
            Start date
            <input
              type="date"
              value={custom.from}
              max={today}
              onChange={(event) => changeSpan({ from: event.target.value })}
              {...ariaProps}
            />
          </label>
          <label>
            End date
            <input type="date" value={custom.to} max={today} onChange={(event) => changeSpan({ to: event.target.value })} {...ariaProps} />
          </label>
          {error && (
            <p id={errorId} className="span-problem" role="alert">
              {error}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
