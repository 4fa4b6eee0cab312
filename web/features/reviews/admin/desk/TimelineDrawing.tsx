import { useState } from 'react';
import {
  axisTicks,
  burstLabel,
  findBursts,
  type TimelineRow,
  type TimeSpan,
  timeSpans,
} from '#web/features/reviews/admin/desk/case-timeline.ts';

const size = { width: 480, left: 96, right: 12, row: 24, top: 6, axis: 24 };
const labelLength = 13;

export function TimelineDrawing({ rows }: { rows: readonly TimelineRow[] }) {
  const spans = timeSpans(rows);
  const [chosenKey, setChosenKey] = useState<string>();
  const span = spans.find(({ name }) => name === chosenKey) ?? spans[0];
  if (!span) return <p className="muted">No finds contributed to this certificate.</p>;
  return (
    <div className="stack gap-2">
      {spans.length > 1 && (
        <div className="cluster gap-2">
          {spans.map(({ name }) => (
            <button
              key={name}
              type="button"
              className="secondary desk-small"
              aria-pressed={name === span.name}
              onClick={() => setChosenKey(name)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
      <section className="desk-scroll" aria-label="Timeline of finds" tabIndex={0}>
        <Plot rows={rows} span={span} />
      </section>
    </div>
  );
}

function Plot({ rows, span }: { rows: readonly TimelineRow[]; span: TimeSpan }) {
  const { width, left, right, row, top, axis } = size;
  const height = top + rows.length * row + axis;
  const x = (at: number) => left + ((at - span.from) / (span.to - span.from)) * (width - left - right);
  const isWithin = (at: number) => at >= span.from && at <= span.to;
  return (
    <svg className="case-timeline" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      {axisTicks(span, 6).map(({ at, label }) => (
        <g key={at}>
          <line className="drawing-grid" x1={x(at)} x2={x(at)} y1={top} y2={height - axis} />
          <text className="drawing-figure" x={x(at)} y={height - 8}>
            {label}
          </text>
        </g>
      ))}
      {rows.map(({ id, label, isInGroup, times }, index) => {
        const middle = top + (index + 0.5) * row;
        return (
          <g key={id} className={isInGroup ? 'in-group' : undefined}>
            <line className="drawing-grid" x1={left} x2={width - right} y1={middle} y2={middle} />
            <text className="timeline-name" x={left - 8} y={middle}>
              {label.length > labelLength ? `${label.slice(0, labelLength - 1)}…` : label}
            </text>
            {findBursts(times.filter(isWithin)).map((burst) => {
              const [from, to] = [x(burst.from) - 3, x(burst.to) + 3];
              const isAtEnd = to > width - 100;
              return (
                <g key={burst.from}>
                  <rect className="timeline-burst" x={from} y={middle - 9} width={Math.max(to - from, 6)} height={18} rx={4} />
                  {to - from < 240 && (
                    <text className="timeline-count" x={isAtEnd ? from - 4 : to + 4} y={middle} textAnchor={isAtEnd ? 'end' : 'start'}>
                      {burstLabel(burst)}
                    </text>
                  )}
                </g>
              );
            })}
            {times.filter(isWithin).map((at, find) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a person can have two finds in the same second
              <line key={find} className="timeline-tick" x1={x(at)} x2={x(at)} y1={middle - 7} y2={middle + 7} />
            ))}
          </g>
        );
      })}
    </svg>
  );
}
