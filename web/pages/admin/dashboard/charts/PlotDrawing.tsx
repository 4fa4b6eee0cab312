import { Fragment } from 'react';
import { axisText, type ChartPlan } from '#web/pages/admin/dashboard/charts/figures.ts';
import { getLabelInterval, type Scale } from '#web/pages/admin/dashboard/charts/scale.ts';
import type { Period } from '#web/pages/admin/dashboard/charts/spans.ts';

/** Margins in pixels at the default text size, with figures on the left and days below. */
export const margin = { top: 8, right: 6, bottom: 22, left: 40 };
const plotHeight = 160;

interface PlotDrawingProps {
  plan: ChartPlan;
  periods: readonly Period[];
  scale: Scale;
  width: number;
  markedIndex: number | null;
}

export function PlotDrawing({ plan, periods, scale, width, markedIndex }: PlotDrawingProps) {
  const slot = (width - margin.left - margin.right) / periods.length;
  const inner = plotHeight - margin.top - margin.bottom;
  const getLeft = (index: number) => margin.left + index * slot;
  const top = (value: number) => margin.top + inner * (1 - (value - scale.low) / (scale.high - scale.low));
  const gap = slot > 6 ? Math.min(slot * 0.28, 8) : 1;
  // Draws bars and pins side by side if a day has both.
  const hasPins = plan.series.some(({ mark }) => mark === 'pin');
  const barWidth = Math.max((slot - gap) * (hasPins ? 0.6 : 1), 1);
  const pinPlace = gap / 2 + barWidth + Math.max((slot - gap) * 0.2, 1);
  const labelInterval = getLabelInterval(periods.length, width - margin.left);
  return (
    <svg className="plot" viewBox={`0 0 ${width} ${plotHeight}`} aria-hidden="true" focusable="false">
      {markedIndex !== null && (
        <rect className="plot-marked" x={getLeft(markedIndex)} y={margin.top} width={Math.max(slot, 2)} height={inner} />
      )}
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? 'plot-base' : 'plot-line'}
            x1={margin.left}
            x2={width - margin.right}
            y1={top(tick)}
            y2={top(tick)}
          />
          <text className="plot-text plot-figure" x={margin.left - 6} y={top(tick)}>
            {axisText(tick, plan.isMoney)}
          </text>
        </g>
      ))}
      {plan.series.map(({ figure, mark }) =>
        mark === 'bar' ? (
          <g key={figure} className="plot-bars">
            {periods.map((period, index) => {
              const value = period[figure];
              if (value === 0) return null;
              const [upper, lower] = value > 0 ? [top(value), top(0)] : [top(0), top(value)];
              return (
                <rect
                  key={period.from}
                  x={getLeft(index) + gap / 2}
                  y={upper}
                  width={barWidth}
                  height={Math.max(lower - upper, 1)}
                  rx={slot > 8 ? 2 : 0}
                />
              );
            })}
          </g>
        ) : (
          <g key={figure} className="plot-pins">
            {periods.map((period, index) => {
              if (period[figure] === 0) return null;
              const [middle, head] = [getLeft(index) + pinPlace, top(period[figure])];
              return (
                <Fragment key={period.from}>
                  <line x1={middle} x2={middle} y1={top(0)} y2={head} />
                  <circle cx={middle} cy={head} r={Math.min(3.5, Math.max(2, slot / 3))} />
                </Fragment>
              );
            })}
          </g>
        ),
      )}
      {periods.map((period, index) => {
        if ((periods.length - 1 - index) % labelInterval !== 0) return null;
        const isLast = index === periods.length - 1;
        return (
          <text
            key={period.from}
            className="plot-text"
            x={isLast ? width - margin.right : getLeft(index) + slot / 2}
            y={plotHeight - 6}
            textAnchor={isLast && slot < 40 ? 'end' : 'middle'}
          >
            {period.label}
          </text>
        );
      })}
    </svg>
  );
}
