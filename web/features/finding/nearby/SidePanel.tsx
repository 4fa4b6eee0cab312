import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { registerDialog } from '#web/ui/dialog-history.ts';
import { CloseIcon } from '#web/ui/icons/shell-icons.tsx';

/** Closes the open panel. Only one is open at a time. */
let closeOpenPanel: (() => void) | undefined;

interface SidePanelProps {
  /** Element that shows the panel next to its other content. */
  container: Element;
  title: string;
  /** Changes with the panel's subject, which moves the focus to the title again. */
  subject: string | number;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Dialog that leaves the rest of the page usable. Escape and the browser's Back close it, and the focus then returns to the element that
 * opened it.
 */
export function SidePanel({ container, title, subject, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element | null>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const titleId = useId();

  useLayoutEffect(() => {
    const element = panel.current;
    const closeThis = () => close.current();
    closeOpenPanel?.();
    closeOpenPanel = closeThis;
    const unregister = registerDialog({
      close: () => {
        closeThis();
        return true;
      },
    });
    // At the end of the list, the footer has pushed the panel below the site's header.
    const overlap = element ? element.getBoundingClientRect().top - Number.parseFloat(getComputedStyle(element).top) : 0;
    if (overlap < 0) scrollBy({ top: overlap, behavior: 'instant' });
    return () => {
      unregister();
      if (closeOpenPanel === closeThis) closeOpenPanel = undefined;
      const hasFocus = element?.contains(document.activeElement) || document.activeElement === document.body;
      if (hasFocus && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: moves the focus when the subject changes
  useLayoutEffect(() => {
    if (!panel.current?.contains(document.activeElement)) opener.current = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    panel.current?.scrollTo?.({ top: 0 });
  }, [subject]);

  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]')) close.current();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, []);

  return createPortal(
    <section ref={panel} className="side-panel" role="dialog" aria-labelledby={titleId}>
      <header className="dialog-head">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="icon-button" aria-label={t`Close`} onClick={onClose}>
          <CloseIcon />
        </button>
      </header>
      <div className="dialog-body">{children}</div>
    </section>,
    container,
  );
}
