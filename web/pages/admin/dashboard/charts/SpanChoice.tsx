import { useId, useState } from 'react';
import { now } from '#web/lib/react/now.ts';
import { getLastDays, presets, type Span, spanProblem } from '#web/pages/admin/dashboard/charts/spans.ts';

interface SpanChoiceProps {
  span: Span;
  onChange: (span: Span) => void;
}

export function SpanChoice({ span, onChange }: SpanChoiceProps) {
  const [custom, setCustom] = useState<Span | null>(null);
  const problemId = useId();
  const problem = custom && spanProblem(custom);
  const today = getLastDays(1, new Date(now())).to;

  function choose(part: Partial<Span>) {
    const nextSpan = { ...span, ...custom, ...part };
    setCustom(nextSpan);
    if (!spanProblem(nextSpan)) onChange(nextSpan);
  }

  const isLast = (days: number) => {
    const { from, to } = getLastDays(days, new Date(now()));
    return custom === null && span.from === from && span.to === to;
  };
  const ariaProps = problem ? { 'aria-invalid': true, 'aria-describedby': problemId } : {};
  return (
    <div className="span-choice">
      <fieldset className="span-presets">
        <legend className="visually-hidden">Time range</legend>
        {presets.map((days) => (
          <button
            key={days}
            type="button"
            className="ghost"
            aria-pressed={isLast(days)}
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
            <input type="date" value={custom.from} max={today} onChange={(event) => choose({ from: event.target.value })} {...ariaProps} />
          </label>
          <label>
            End date
            <input type="date" value={custom.to} max={today} onChange={(event) => choose({ to: event.target.value })} {...ariaProps} />
          </label>
          {problem && (
            <p id={problemId} className="span-problem" role="alert">
              {problem}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
