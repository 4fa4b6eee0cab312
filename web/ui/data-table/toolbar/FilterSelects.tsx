import { useId } from 'react';
import type { Filter } from '#web/ui/data-table/table-view.ts';

interface FilterSelectsProps {
  filters: readonly Filter[];
  values: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
}

/** Shows the filters. A filter that only links can set is shown only while it is active. */
export function FilterSelects({ filters, values, onChange }: FilterSelectsProps) {
  return filters
    .filter(({ name, options }) => Object.keys(options).length > 0 || values[name] !== undefined)
    .map((filter) => (
      <FilterSelect
        key={filter.name}
        filter={filter}
        value={values[filter.name] ?? ''}
        onChange={(value) => onChange(filter.name, value)}
      />
    ));
}

function FilterSelect({ filter, value, onChange }: { filter: Filter; value: string; onChange: (value: string) => void }) {
  const id = useId();
  const { label, options } = filter;
  // A value from a link may not be among the options. Add it, so that the user can remove it.
  const isUnlisted = value !== '' && !Object.hasOwn(options, value);
  return (
    <div className="table-select">
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <select id={id} value={value} data-chosen={value !== '' || undefined} onChange={(event) => onChange(event.target.value)}>
        <option value="">{`${label}: all`}</option>
        {Object.entries(options).map(([option, optionLabel]) => (
          <option key={option} value={option}>
            {optionLabel}
          </option>
        ))}
        {isUnlisted && <option value={value}>{`${label}: ${value}`}</option>}
      </select>
    </div>
  );
}
