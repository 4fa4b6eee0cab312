import { useId, useState } from 'react';
import { Link } from 'wouter';
import { type Figure, type FigureName, figureUnits, type NumberPeriod, numbersPath, type Range } from '#schema/admin/numbers.ts';
import { ExportButton } from '#web/features/admin/lists/ExportButton.tsx';
import { definitions, describeChange, formatValue, rowsUrl } from '#web/pages/admin/dashboard/numbers/figures.ts';

interface FigureTileProps {
  name: FigureName;
  figure: Figure;
  range: Range;
  period: NumberPeriod;
}

/** A figure with its change, which links to the rows behind it. The "i" opens its definition. */
export function FigureTile({ name, figure: { value, previous }, range, period }: FigureTileProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { label, definition } = definitions[name];
  const unit = figureUnits[name];
  return (
    <section className="figure-tile" aria-labelledby={`${id}-label`}>
      <div className="figure-head">
        <h4 id={`${id}-label`}>{label}</h4>
        <button
          type="button"
          className="ghost figure-info"
          aria-expanded={isOpen}
          aria-controls={`${id}-definition`}
          aria-label={`About ${label}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          i
        </button>
      </div>
      <p className="figure-value">
        <Link href={rowsUrl(name, range, period)}>{formatValue(value, unit)}</Link>
      </p>
      <p className="muted small">{describeChange(value, previous, unit)}</p>
      <div id={`${id}-definition`} className="stack gap-2 figure-definition" hidden={!isOpen}>
        <p>{definition}</p>
        <ExportButton path={`${numbersPath}/export.csv?period=${period}&figure=${name}`} />
      </div>
    </section>
  );
}
