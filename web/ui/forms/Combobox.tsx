import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
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
  options: readonly ComboboxOption[];
  /** True while the options still belong to an earlier input. Enter waits for the current options. */
  isLate: boolean;
  /** Index of the initially highlighted option; undefined if there is none. */
  preselected: number | undefined;
  /** Called if Enter is pressed while no option is highlighted. */
  onEnter?: () => void;
  /** Called if Escape is pressed while the list is open. */
  onClose?: () => void;
  children: (inputProps: InputHTMLAttributes<HTMLInputElement>) => ReactNode;
}

/** ARIA combobox. Arrow keys move through the options, Enter selects one. */
export function Combobox({ label, text, onText, options, isLate, preselected, onEnter, onClose, children }: ComboboxProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string>();
  const [enteredText, setEnteredText] = useState<string>();
  const isOpen = options.length > 0;
  const activeIndex = options.findIndex(({ key }) => key === activeKey);
  const highlightedIndex = activeIndex >= 0 ? activeIndex : preselected;
  const highlightedOption = isLate || highlightedIndex === undefined ? undefined : options[highlightedIndex];

  // Handles Enter if it was pressed before the options arrived.
  useEffect(() => {
    if (enteredText === undefined || isLate) return;
    setEnteredText(undefined);
    if (enteredText === text) (highlightedOption?.onChoose ?? onEnter)?.();
  }, [enteredText, isLate, text, highlightedOption, onEnter]);

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter') setEnteredText(text);
    else if (event.key === 'Escape' && isOpen && onClose) onClose();
    else if (step && isOpen) {
      const next = highlightedIndex === undefined ? Math.min(step, 0) : highlightedIndex + step;
      const index = (next + options.length) % options.length;
      setActiveKey(options[index]?.key);
      list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
    } else return;
    // Prevents Enter from submitting a surrounding form.
    event.preventDefault();
  }

  return (
    <div className="combobox">
      {children({
        role: 'combobox',
        'aria-expanded': isOpen,
        'aria-controls': `${id}-list`,
        'aria-autocomplete': 'list',
        'aria-activedescendant': highlightedOption && `${id}-${highlightedIndex}`,
        autoComplete: 'off',
        spellCheck: false,
        value: text,
        onChange: (event) => {
          setActiveKey(undefined);
          setEnteredText(undefined);
          onText(event.target.value);
        },
        onKeyDown,
      })}
      <div ref={list} id={`${id}-list`} className="combobox-list" role="listbox" aria-label={label} aria-busy={isLate} hidden={!isOpen}>
        {options.map(({ key, content, onChoose }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the input keeps the focus and handles the keys
          <div
            key={key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={highlightedOption?.key === key}
            onPointerDown={(event) => event.preventDefault()}
            onClick={onChoose}
          >
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}
