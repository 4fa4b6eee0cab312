import { t } from '@lingui/core/macro';
import '#web/ui/forms/search-box.css';
import { useEffect, useId, useRef, useState } from 'react';

const minSearchLength = 2;
const searchDelayMs = 300;
const maxSearchLength = 60;

interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
}

export function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="search-box">
      <label htmlFor={id}>{label}</label>
      <div>
        <input
          ref={input}
          id={id}
          type="search"
          value={value}
          maxLength={maxSearchLength}
          placeholder={placeholder}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
        {value !== '' && (
          <button
            type="button"
            className="secondary"
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
          >
            {t`Clear`}
          </button>
        )}
      </div>
    </div>
  );
}

/** Returns the text to search for once the member stops typing, or null if it is too short. */
export function useSearchText(typed: string): string | null {
  const text = useDelayed(typed.trim(), searchDelayMs);
  return text.length >= minSearchLength ? text : null;
}

/** Debounces a value by `delayMs`. An empty value takes effect immediately. */
function useDelayed(value: string, delayMs: number): string {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), value === '' ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return value === '' ? '' : delayed;
}
