import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { FoundMonth } from '#schema/scans/find-history.ts';
import { dateFormat, number } from '#web/lib/format.ts';

const monthNumbers = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
const shortMonth = dateFormat({ month: 'short', timeZone: 'UTC' });
/** Number of color shades that show how many finds a month has. */
const shades = 4;

interface MonthPickerProps {
  /** Months with finds, newest first. */
  months: readonly FoundMonth[];
  selected: FoundMonth | null;
  onSelect: (month: FoundMonth) => void;
}

/** Calendar of the months with finds. It takes two taps, a year and then a month, to reach any find. */
export function MonthPicker({ months, selected, onSelect }: MonthPickerProps) {
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))];
  const [chosenYear, setChosenYear] = useState(years[0] ?? '');
  const year = years.includes(chosenYear) ? chosenYear : (years[0] ?? '');
  const mostFinds = Math.max(...months.map(({ finds }) => finds));
  return (
    <div className="stack gap-3">
      {years.length > 1 && (
        <fieldset className="month-years">
          <legend className="visually-hidden">{t`Year`}</legend>
          {years.map((one) => (
            <button key={one} type="button" className="chip" aria-pressed={one === year} onClick={() => setChosenYear(one)}>
              {one}
            </button>
          ))}
        </fieldset>
      )}
      <fieldset className="month-cells">
        <legend className="visually-hidden">{t`Month of ${year}`}</legend>
        {monthNumbers.map((monthNumber) => {
          const id = `${year}-${monthNumber}`;
          const found = months.find(({ month }) => month === id);
          return (
            <button
              key={id}
              type="button"
              className="month-cell"
              data-shade={found ? Math.ceil((shades * found.finds) / mostFinds) : undefined}
              disabled={!found}
              aria-pressed={found && found.month === selected?.month}
              onClick={() => found && onSelect(found)}
            >
              <span>
                {shortMonth().format(new Date(`${id}-01T00:00:00Z`))} <span className="visually-hidden">{year},</span>
              </span>{' '}
              <strong>
                {number(found?.finds ?? 0)} <span className="visually-hidden">{found?.finds === 1 ? t`find` : t`finds`}</span>
              </strong>
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
