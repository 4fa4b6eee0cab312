import { useId } from 'react';
import type { Filter } from '#web/ui/data-table/table-view.ts';

interface FilterSelectProps {
  filters: readonly Filter[];
  value: { name: string; value: string } | null;
  onChange: (value: { name: string; value: string } | null) => void;
}

/** All filters of the list in one choice, since one is used at a time. */
export function FilterSelect({ filters, value, onChange }: FilterSelectProps) {
  const id = useId();
  const only = filters.length === 1 ? filters[0] : undefined;
  const offered = filters.map((filter) => withOwn(filter, value));

  function choose(key: string) {
    const at = key.indexOf('=');
    onChange(at < 0 ? null : { name: key.slice(0, at), value: key.slice(at + 1) });
  }

  return (
    <div className="table-select">
      <label htmlFor={id}>{only?.label ?? 'Show'}</label>
      <select id={id} value={value ? `${value.name}=${value.value}` : ''} onChange={(event) => choose(event.target.value)}>
        <option value="">All</option>
        {only
          ? offered.map(options)
          : offered
              .filter((filter) => filter.options.length > 0)
              .map((filter) => (
                <optgroup key={filter.name} label={filter.label}>
                  {options(filter)}
                </optgroup>
              ))}
      </select>
    </div>
  );
}

function options({ name, options }: Filter) {
  return options.map((option) => (
    <option key={option.value} value={`${name}=${option.value}`}>
      {option.label}
    </option>
  ));
}

/** A value that came by a link and is none of the options is shown too, so that it can be taken off. */
function withOwn(filter: Filter, value: FilterSelectProps['value']): Filter {
  if (value?.name !== filter.name || filter.options.some((option) => option.value === value.value)) return filter;
  return { ...filter, options: [...filter.options, { value: value.value, label: `${filter.label}: ${value.value}` }] };
}
