import { type ReactNode, useEffect, useId } from 'react';
import {
  addToastRegion,
  dismissOldFailure,
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
    // In the capture phase, so that it runs before the button's action, which may show a new error at once.
    document.addEventListener('click', dismissOldFailure, true);
    return () => document.removeEventListener('click', dismissOldFailure, true);
  }, []);
  return (
    <>
      {children}
      <ToastRegion />
    </>
  );
}

/** Both live regions are always mounted, or screen readers would miss their first message. */
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
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only gives more time to read
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
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={dismissToast}>
        <CloseIcon />
      </button>
    </div>
  );
}
