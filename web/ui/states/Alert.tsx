import type { ReactNode } from 'react';
import { AlertIcon, CheckIcon, InfoIcon } from '#web/ui/icons/shell-icons.tsx';

const icons = { info: InfoIcon, success: CheckIcon, warning: AlertIcon, error: AlertIcon };

/** Shows a message that stays on the page, unlike a toast. Screen readers announce errors when they appear. */
export function Alert({ tone, title, children }: { tone: 'info' | 'success' | 'warning' | 'error'; title: string; children?: ReactNode }) {
  const Icon = icons[tone];
  return (
    <div className={`alert alert-${tone}`} role={tone === 'error' ? 'alert' : undefined}>
      <Icon />
      <div className="alert-text">
        <strong>{title}</strong>
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
