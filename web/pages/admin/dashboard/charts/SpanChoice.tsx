import { useId, useState } from 'react';
import { now } from '#web/lib/react/now.ts';
import { lastDays, presets, type Span, spanProblem } from '#web/pages/admin/dashboard/charts/spans.ts';

interface SpanChoiceProps {
  span: Span;
  onChange: (span: Span) => void;
}

export function SpanChoice({ span, onChange }: SpanChoiceProps) {
  const [custom, setCustom] = useState<Span | null>(null);
  const problemId = useId();
  const problem = custom && spanProblem(custom);
  const today = lastDays(1, new Date(now())).to;

  function choose(part: Partial<Span>) {
    const chosen = { ...span, ...custom, ...part };
    setCustom(chosen);
    if (!spanProblem(chosen)) onChange(chosen);
  }

  const isLast = (days: number) => {
    const { from, to } = lastDays(days, new Date(now()));
    return custom === null && span.from === from && span.to === to;
  };
  const described = problem ? { 'aria-invalid': true, 'aria-describedby': problemId } : {};
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
              onChange(lastDays(days, new Date(now())));
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
            <input type="date" value={custom.from} max={today} onChange={(event) => choose({ from: event.target.value })} {...described} />
          </label>
          <label>
            End date
            <input type="date" value={custom.to} max={today} onChange={(event) => choose({ to: event.target.value })} {...described} />
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
