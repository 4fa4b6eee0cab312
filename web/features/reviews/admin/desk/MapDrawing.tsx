import { type CaseMap, mapSize } from '#web/features/reviews/admin/desk/case-map.ts';

export function MapDrawing({ map: { points, meridians, parallels } }: { map: CaseMap }) {
  const { width, height } = mapSize;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section className="desk-scroll" aria-label="Map of the cards’ locations" tabIndex={0}>
      <svg className="case-map" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
        {meridians.map(({ at, label }) => (
          <g key={label}>
            <line className="drawing-grid" x1={at} x2={at} y1={0} y2={height} />
            <text className="drawing-figure" x={at} y={height - 6}>
              {label}
            </text>
          </g>
        ))}
        {parallels.map(({ at, label }) => (
          <g key={label}>
            <line className="drawing-grid" x1={0} x2={width} y1={at} y2={at} />
            <text className="drawing-figure drawing-side" x={4} y={at - 4}>
              {label}
            </text>
          </g>
        ))}
        {points.map(({ id, x, y, radius, label, isInGroup }) => (
          <circle key={id} className={isInGroup ? 'map-point in-group' : 'map-point'} cx={x} cy={y} r={radius}>
            <title>{label}</title>
          </circle>
        ))}
      </svg>
    </section>
  );
}
