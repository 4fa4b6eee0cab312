import { Fragment } from 'react';
import { type ChartConfig, formatAxisValue } from '#web/pages/admin/dashboard/charts/figures.ts';
import { getLabelInterval, type Scale } from '#web/pages/admin/dashboard/charts/scale.ts';
import type { Period } from '#web/pages/admin/dashboard/charts/spans.ts';

/** Margins of the chart in pixels at the default text size. The left one holds the axis values, the bottom one the days. */
export const margin = { top: 8, right: 6, bottom: 22, left: 40 };
const plotHeight = 160;

interface PlotDrawingProps {
  config: ChartConfig;
  periods: readonly Period[];
  scale: Scale;
  width: number;
  markedIndex: number | null;
}

export function PlotDrawing({ config, periods, scale, width, markedIndex }: PlotDrawingProps) {
  const slotWidth = (width - margin.left - margin.right) / periods.length;
  const innerHeight = plotHeight - margin.top - margin.bottom;
  const getLeft = (index: number) => margin.left + index * slotWidth;
  const getTop = (value: number) => margin.top + innerHeight * (1 - (value - scale.low) / (scale.high - scale.low));
  const gap = slotWidth > 6 ? Math.min(slotWidth * 0.28, 8) : 1;
  // Draws bars and pins side by side if the chart has both.
  const hasPins = config.series.some(({ mark }) => mark === 'pin');
  const barWidth = Math.max((slotWidth - gap) * (hasPins ? 0.6 : 1), 1);
  const pinOffset = gap / 2 + barWidth + Math.max((slotWidth - gap) * 0.2, 1);
  const labelInterval = getLabelInterval(periods.length, width - margin.left);
  return (
    <svg className="plot" viewBox={`0 0 ${width} ${plotHeight}`} aria-hidden="true" focusable="false">
      {markedIndex !== null && (
        <rect className="plot-marked" x={getLeft(markedIndex)} y={margin.top} width={Math.max(slotWidth, 2)} height={innerHeight} />
      )}
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? 'plot-base' : 'plot-line'}
            x1={margin.left}
            x2={width - margin.right}
            y1={getTop(tick)}
            y2={getTop(tick)}
          />
          <text className="plot-text plot-figure" x={margin.left - 6} y={getTop(tick)}>
            {formatAxisValue(tick, config.isMoney)}
          </text>
        </g>
      ))}
      {config.series.map(({ figure, mark }) =>
        mark === 'bar' ? (
          <g key={figure} className="plot-bars">
            {periods.map((period, index) => {
              const value = period[figure];
              if (value === 0) return null;
              const [upper, lower] = value > 0 ? [getTop(value), getTop(0)] : [getTop(0), getTop(value)];
              return (
                <rect
                  key={period.from}
                  x={getLeft(index) + gap / 2}
                  y={upper}
                  width={barWidth}
                  height={Math.max(lower - upper, 1)}
                  rx={slotWidth > 8 ? 2 : 0}
                />
              );
            })}
          </g>
        ) : (
          <g key={figure} className="plot-pins">
            {periods.map((period, index) => {
              if (period[figure] === 0) return null;
              const [middle, head] = [getLeft(index) + pinOffset, getTop(period[figure])];
              return (
                <Fragment key={period.from}>
                  <line x1={middle} x2={middle} y1={getTop(0)} y2={head} />
                  <circle cx={middle} cy={head} r={Math.min(3.5, Math.max(2, slotWidth / 3))} />
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
            x={isLast ? width - margin.right : getLeft(index) + slotWidth / 2}
            y={plotHeight - 6}
            textAnchor={isLast && slotWidth < 40 ? 'end' : 'middle'}
          >
            {period.label}
          </text>
        );
      })}
    </svg>
  );
}
