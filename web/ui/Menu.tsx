import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import '#web/ui/menu.css';
import { useCloseOutside } from '#web/lib/react/use-close-outside.ts';

export interface MenuItem {
  label: string;
  onChoose?: () => void;
  /** URL to open in a new tab, as an alternative to an action. */
  href?: string;
}

type FocusTarget = 'first' | 'last';

/** ARIA menu button. Arrow keys, Home, End and typed letters move the focus; Escape returns it to the button. */
export function Menu({ label, items, children }: { label: string; items: readonly MenuItem[]; children: ReactNode }) {
  const [initialFocus, setInitialFocus] = useState<FocusTarget | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  function openByArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setInitialFocus(event.key === 'ArrowDown' ? 'first' : 'last');
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button menu-button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={initialFocus !== null}
        aria-controls={initialFocus ? id : undefined}
        onClick={() => setInitialFocus(initialFocus ? null : 'first')}
        onKeyDown={openByArrow}
      >
        {children}
      </button>
      {initialFocus && (
        <OpenMenu
          id={id}
          label={label}
          items={items}
          button={button}
          initialFocus={initialFocus}
          onClose={(returnsFocus) => {
            // Focus the button before the action runs so that a dialog opened by the action returns the focus to the button.
            if (returnsFocus) button.current?.focus({ preventScroll: true });
            setInitialFocus(null);
          }}
        />
      )}
    </>
  );
}

interface OpenMenuProps {
  id: string;
  label: string;
  items: readonly MenuItem[];
  button: RefObject<HTMLButtonElement | null>;
  initialFocus: FocusTarget;
  onClose: (returnsFocus: boolean) => void;
}

function OpenMenu({ id, label, items, button, initialFocus, onClose }: OpenMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const typeahead = useRef({ text: '', typedAt: 0 });
  const close = useRef(onClose);
  close.current = onClose;
  const getItems = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

  useLayoutEffect(() => {
    const element = menu.current;
    if (!element || !button.current) return;
    positionMenu(element, button.current.getBoundingClientRect());
    const choices = element.querySelectorAll<HTMLElement>('[role="menuitem"]');
    choices[initialFocus === 'first' ? 0 : choices.length - 1]?.focus({ preventScroll: true });
  }, [button, initialFocus]);

  useCloseOutside(true, () => onClose(false), menu, button);
  useEffect(() => {
    // The page may still be scrolling to the button, smoothly, when the menu opens.
    const followButton = () => {
      const rect = button.current?.getBoundingClientRect();
      if (!rect || !menu.current) return;
      if (rect.bottom < 0 || rect.top > window.innerHeight) close.current(true);
      else positionMenu(menu.current, rect);
    };
    window.addEventListener('scroll', followButton, true);
    window.addEventListener('resize', followButton);
    return () => {
      window.removeEventListener('scroll', followButton, true);
      window.removeEventListener('resize', followButton);
    };
  }, [button]);

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    if (key === 'Escape' || key === 'Tab') {
      if (key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
      }
      return onClose(true);
    }
    const choices = getItems();
    const target = findTarget(key, choices, typeahead.current);
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  }

  return (
    <div ref={menu} id={id} className="menu" role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {items.map((item) =>
        item.href === undefined ? (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              onClose(true);
              item.onChoose?.();
            }}
          >
            {item.label}
          </button>
        ) : (
          <a
            key={item.label}
            role="menuitem"
            tabIndex={-1}
            href={item.href}
            target="_blank"
            rel="noreferrer"
            onClick={() => onClose(true)}
            onKeyDown={(event) => event.key === ' ' && event.currentTarget.click()}
          >
            {item.label}
            <span className="visually-hidden"> {t`(opens in a new tab)`}</span>
          </a>
        ),
      )}
    </div>
  );
}

/** Places the menu below the button and right-aligned, or above the button if there is no room. */
function positionMenu(menu: HTMLElement, button: DOMRect) {
  const { offsetHeight: height, offsetWidth: width } = menu;
  const fitsBelow = button.bottom + height + 8 <= window.innerHeight || button.top < height + 8;
  const top = Math.max(4, fitsBelow ? button.bottom + 4 : button.top - height - 4);
  const left = Math.max(4, Math.min(button.right - width, window.innerWidth - width - 4));
  menu.style.top = `${top}px`;
  menu.style.left = `${left}px`;
  // In older browsers, an ancestor with a container type moves fixed elements by its own position.
  const placed = menu.getBoundingClientRect();
  if (placed.width === 0) return;
  menu.style.top = `${2 * top - placed.top}px`;
  menu.style.left = `${2 * left - placed.left}px`;
}

const typeaheadPauseMs = 700;

/** Returns the item to focus for a key. Arrow keys wrap around, letters type ahead. */
function findTarget(key: string, choices: HTMLElement[], typeahead: { text: string; typedAt: number }): HTMLElement | undefined {
  const current = choices.indexOf(document.activeElement as HTMLElement);
  if (key === 'ArrowDown') return choices[(current + 1) % choices.length];
  if (key === 'ArrowUp') return choices.at(current <= 0 ? -1 : current - 1);
  if (key === 'Home') return choices[0];
  if (key === 'End') return choices.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const now = Date.now();
  typeahead.text = now - typeahead.typedAt < typeaheadPauseMs ? typeahead.text + key.toLowerCase() : key.toLowerCase();
  typeahead.typedAt = now;
  const from = typeahead.text.length === 1 ? current + 1 : Math.max(current, 0);
  const orderedChoices = [...choices.slice(from), ...choices.slice(0, from)];
  return orderedChoices.find((choice) => choice.textContent?.toLowerCase().startsWith(typeahead.text));
}
