import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useId } from 'react';
import {
  addToastRegion,
  dismissErrorToast,
  dismissToast,
  pauseToast,
  resumeToast,
  useToast,
  type VisibleToast,
} from '#web/lib/react/toast.ts';
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from '#web/ui/icons/shell-icons.tsx';

const icons = { success: CheckIcon, info: InfoIcon, error: AlertIcon };

export function ToastProvider({ children }: { children: ReactNode }) {
  useEffect(() => {
    // Listens in the capture phase so that a click dismisses the old error before its own action can show a new one.
    document.addEventListener('click', dismissErrorToast, true);
    return () => document.removeEventListener('click', dismissErrorToast, true);
  }, []);
  return (
    <>
      {children}
      <ToastRegion />
    </>
  );
}

/** Shows toasts in two live regions. They are always mounted because screen readers would otherwise miss the first message. */
export function ToastRegion() {
  const id = useId();
  const toast = useToast(id);
  useEffect(() => addToastRegion(id), [id]);
  return (
    <div className="toast-region">
      <div role="status">{toast && toast.tone !== 'error' && <ToastCard key={toast.id} toast={toast} />}</div>
      <div role="alert">{toast?.tone === 'error' && <ToastCard key={toast.id} toast={toast} />}</div>
    </div>
  );
}

function ToastCard({ toast }: { toast: VisibleToast }) {
  const Icon = icons[toast.tone];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only gives more time to read
    <div
      className={`toast toast-${toast.tone}`}
      onMouseEnter={pauseToast}
      onMouseLeave={resumeToast}
      onFocus={pauseToast}
      onBlur={resumeToast}
    >
      <Icon />
      <div className="toast-text">
        <strong>{toast.title}</strong>
        {toast.description && <p>{toast.description}</p>}
      </div>
      <button type="button" className="icon-button" aria-label={t`Dismiss`} onClick={dismissToast}>
        <CloseIcon />
      </button>
    </div>
  );
}
