import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type ChartConfig, formatFigures } from '#web/pages/admin/dashboard/charts/figures.ts';
import { margin, PlotDrawing } from '#web/pages/admin/dashboard/charts/PlotDrawing.tsx';
import { createScale } from '#web/pages/admin/dashboard/charts/scale.ts';
import { type Period, sumFigures } from '#web/pages/admin/dashboard/charts/spans.ts';

/**
 * Chart width in pixels to use until the element is measured. Widths are measured at the default text size so that text in a chart scales
 * with the visitor's text size.
 */
const defaultWidth = 320;

function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const element = useRef<Element>(null);
  const [width, setWidth] = useState(defaultWidth);
  useLayoutEffect(() => {
    if (!element.current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(160, Math.round(entry.contentRect.width / getTextScale()))),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

function getTextScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

interface DayChartProps {
  config: ChartConfig;
  periods: readonly Period[];
  markedIndex: number | null;
  onMark: (index: number | null) => void;
}

/**
 * Chart with figures per day or week. The pointer and the arrow keys select a day or week, whose figures are announced by screen readers.
 */
export function DayChart({ config, periods, markedIndex, onMark }: DayChartProps) {
  const [frame, width] = useWidth<HTMLDivElement>();
  const values = periods.flatMap((period) => config.series.map(({ figure }) => period[figure]));
  const scale = createScale(values, config.isMoney ? 100 : 1);
  const lastIndex = periods.length - 1;
  const markedPeriod = periods[markedIndex ?? lastIndex];
  if (!markedPeriod) return null;
  const announcement = `${markedPeriod.name}: ${formatFigures(config, markedPeriod)}`;
  const slotWidth = (width - margin.left - margin.right) / periods.length;

  function markFromPointer(event: PointerEvent<HTMLDivElement>) {
    const frameRect = event.currentTarget.getBoundingClientRect();
    const pointerX = ((event.clientX - frameRect.left) / (frameRect.width || width)) * width - margin.left;
    onMark(Math.min(lastIndex, Math.max(0, Math.floor(pointerX / slotWidth))));
  }

  function moveMark(event: KeyboardEvent<HTMLDivElement>) {
    const target = getTargetIndex(event.key, markedIndex ?? lastIndex, lastIndex);
    if (target === undefined) return;
    event.preventDefault();
    onMark(target);
  }

  const tooltipX = margin.left + ((markedIndex ?? 0) + 0.5) * slotWidth;
  return (
    <figure className="stack gap-2 day-chart">
      <figcaption>
        <h3>{config.title}</h3>
        <p className="day-chart-sum">
          {config.series.length > 1 ? <Legend config={config} periods={periods} /> : formatFigures(config, sumFigures(periods))}
        </p>
        <p className="muted small">{formatPeak(config, periods)}</p>
      </figcaption>
      <div
        ref={frame}
        className="plot-frame"
        role="slider"
        tabIndex={0}
        aria-label={`${config.title} by day`}
        aria-valuemin={0}
        aria-valuemax={lastIndex}
        aria-valuenow={markedIndex ?? lastIndex}
        aria-valuetext={announcement}
        onKeyDown={moveMark}
        onPointerMove={markFromPointer}
        onPointerDown={markFromPointer}
        onPointerLeave={() => onMark(null)}
        onFocus={() => markedIndex ?? onMark(lastIndex)}
        onBlur={() => onMark(null)}
      >
        <PlotDrawing config={config} periods={periods} scale={scale} width={width} markedIndex={markedIndex} />
        {markedIndex !== null && (
          // Shifts the tooltip left in proportion to its position so that it stays within the chart.
          <div
            className="plot-tip"
            aria-hidden="true"
            style={{ left: `${(tooltipX / width) * 100}%`, translate: `${(-tooltipX / width) * 100}% 0` }}
          >
            <strong>{formatFigures(config, markedPeriod)}</strong>
            <span>{markedPeriod.name}</span>
          </div>
        )}
      </div>
    </figure>
  );
}

function Legend({ config, periods }: Pick<DayChartProps, 'config' | 'periods'>) {
  const sum = sumFigures(periods);
  return config.series.map((series) => (
    <span key={series.figure} className={`legend legend-${series.mark}`}>
      {formatFigures({ ...config, series: [series] }, sum)}
    </span>
  ));
}

function formatPeak(config: ChartConfig, periods: readonly Period[]): string {
  const { figure } = config.series[0];
  const bestPeriod = periods.reduce((best, period) => (period[figure] > best[figure] ? period : best));
  if (bestPeriod[figure] <= 0) return 'Nothing in this period';
  return `Peak: ${formatFigures({ ...config, series: [config.series[0]] }, bestPeriod)} (${bestPeriod.isDay ? '' : 'week of '}${bestPeriod.label})`;
}

function getTargetIndex(key: string, current: number, lastIndex: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(lastIndex, current + 1);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, current - 1);
  if (key === 'PageUp') return Math.min(lastIndex, current + 7);
  if (key === 'PageDown') return Math.max(0, current - 7);
  if (key === 'Home') return 0;
  return key === 'End' ? lastIndex : undefined;
}
