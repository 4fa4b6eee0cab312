import type { ReactNode } from 'react';
import { ToastProvider } from '#web/ui/states/Toast.tsx';

export function PageFrame({ children }: { children: ReactNode }) {
  return <ToastProvider>{children}</ToastProvider>;
}
