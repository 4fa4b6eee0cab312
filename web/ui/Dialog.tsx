import { t } from '@lingui/core/macro';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { registerDialog } from '#web/ui/dialog-history.ts';
import { CloseIcon } from '#web/ui/icons/shell-icons.tsx';
import { ToastRegion } from '#web/ui/states/Toast.tsx';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  size?: 'small' | 'medium' | 'large';
}

/**
 * Modal dialog, full-screen on phones. Its content is mounted only while it is open. Focus starts on the element with `data-autofocus`, or
 * else on the title. When the dialog closes, focus returns to the previously focused element or, if that is gone, to the element with
 * `data-return-focus` or the page's heading. The browser's Back closes it too. Content with `data-sending` keeps the dialog open and explains why; with `data-unsaved`, closing
 * asks for confirmation.
 */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onClose, title, children, size = 'medium' }: Omit<DialogProps, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasPressedOutside = useRef(false);
  const hasOpened = useRef(false);
  const titleId = useId();
  const [blockedBy, setBlockedBy] = useState<'sending' | 'unsaved'>();

  function close(): boolean {
    const blocker = (['sending', 'unsaved'] as const).find((candidate) => dialog.current?.querySelector(`[data-${candidate}]`));
    setBlockedBy(blocker);
    if (blocker === undefined) onClose();
    // Browsers close a dialog on a second Escape even if the event is canceled, so open the dialog again.
    else if (!dialog.current?.open) {
      dialog.current?.showModal();
      dialog.current?.querySelector<HTMLElement>('.dialog-unsaved button')?.focus();
    }
    return blocker === undefined;
  }
  const closeRef = useRef(close);
  closeRef.current = close;

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    element.showModal();
    const unregister = registerDialog({ close: () => closeRef.current() });
    return () => {
      unregister();
      element.close();
      restoreFocus(opener);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of a dialog has its own title
  useLayoutEffect(() => {
    // The browser has just opened the dialog, or its next step has replaced the focused element.
    if (hasOpened.current && document.activeElement !== document.body) return;
    hasOpened.current = true;
    (dialog.current?.querySelector<HTMLElement>('[data-autofocus]') ?? heading.current)?.focus();
  }, [title]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the close button do the same by keyboard
    <dialog
      ref={dialog}
      className={`dialog dialog-${size}`}
      aria-labelledby={titleId}
      onInput={() => setBlockedBy(undefined)}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        close();
      }}
      onClose={(event) => {
        if (event.target === dialog.current && !dialog.current.open) close();
      }}
      onPointerDown={(event) => {
        hasPressedOutside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        if (event.target === dialog.current && hasPressedOutside.current) close();
      }}
    >
      <div className="dialog-sheet">
        <header className="dialog-head">
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" className="icon-button" aria-label={t`Close`} onClick={close}>
            <CloseIcon />
          </button>
        </header>
        <p className="dialog-held" role="status">
          {blockedBy === 'sending' && t`Sending… Please wait a moment.`}
        </p>
        {blockedBy === 'unsaved' && <UnsavedPrompt onStay={() => setBlockedBy(undefined)} onLeave={onClose} />}
        <div className="dialog-body">{children}</div>
      </div>
      <ToastRegion />
    </dialog>
  );
}

/** Asks whether to discard unsaved input. The prompt is shown inside the dialog itself. */
function UnsavedPrompt({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const stayButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const focusedElement = document.activeElement;
    stayButton.current?.focus();
    return () => {
      if (focusedElement instanceof HTMLElement && focusedElement.isConnected) focusedElement.focus();
    };
  }, []);
  return (
    <div className="cluster dialog-unsaved" role="alert">
      <p>{t`Close without saving what you typed?`}</p>
      <button ref={stayButton} type="button" className="button-small" onClick={onStay}>
        {t`Keep editing`}
      </button>
      <button type="button" className="secondary button-small" onClick={onLeave}>
        {t`Close without saving`}
      </button>
    </div>
  );
}

function restoreFocus(opener: Element | null) {
  // A part of a drawing can have the focus too.
  if (opener?.isConnected && opener !== document.body) return (opener as HTMLElement | SVGElement).focus();
  const target = document.querySelector<HTMLElement>('#main [data-return-focus]') ?? document.querySelector<HTMLElement>('#main h1');
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
