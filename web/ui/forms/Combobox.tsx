import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import '#web/ui/forms/combobox.css';

export interface ComboboxOption {
  key: string;
  content: ReactNode;
  onChoose: () => void;
}

interface ComboboxProps {
  label: string;
  text: string;
  onText: (text: string) => void;
  maxLength: number;
  /** What the text finds; the first can be chosen by Enter at once. */
  options: readonly ComboboxOption[];
  /** The options are not those of the text yet: Enter waits for them. */
  isLate: boolean;
  /** How many there are or why none, for screen readers too. */
  status: string;
}

/** A field and the list below it that it searches (ARIA combobox): arrow keys move through the list, Enter chooses. */
export function Combobox({ label, text, onText, maxLength, options, isLate, status }: ComboboxProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosenKey, setChosenKey] = useState<string>();
  const [waitsFor, setWaitsFor] = useState<string>();
  const active = Math.max(
    0,
    options.findIndex(({ key }) => key === chosenKey),
  );
  const current = isLate ? undefined : options[active];

  // Enter was pressed before the answer was there.
  useEffect(() => {
    if (waitsFor === undefined || isLate) return;
    setWaitsFor(undefined);
    if (waitsFor === text) options[0]?.onChoose();
  }, [waitsFor, isLate, text, options]);

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    if (key === 'Enter') {
      event.preventDefault();
      if (current) current.onChoose();
      else if (isLate && text.trim() !== '') setWaitsFor(text);
      return;
    }
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || options.length === 0) return;
    event.preventDefault();
    const next = (active + step + options.length) % options.length;
    setChosenKey(options[next]?.key);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <div className="combobox">
      <input
        type="search"
        role="combobox"
        aria-label={label}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={current && `${id}-${active}`}
        placeholder={label}
        value={text}
        maxLength={maxLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        data-autofocus
        onChange={(event) => {
          setChosenKey(undefined);
          setWaitsFor(undefined);
          onText(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <p className="combobox-status muted small" role="status">
        {status}
      </p>
      <div ref={list} id={`${id}-list`} className="combobox-list" role="listbox" aria-label={label} aria-busy={isLate}>
        {options.map(({ key, content, onChoose }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: likewise
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field does the same
          <div key={key} id={`${id}-${index}`} role="option" aria-selected={current?.key === key} onClick={onChoose}>
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}
