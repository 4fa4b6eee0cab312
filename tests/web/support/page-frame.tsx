import type { ReactNode } from 'react';
import { ToastProvider } from '#web/ui/states/Toast.tsx';

/** The site's frame around every page: the place for toasts. */
export function PageFrame({ children }: { children: ReactNode }) {
  return <ToastProvider>{children}</ToastProvider>;
}
