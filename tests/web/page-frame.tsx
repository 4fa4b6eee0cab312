import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { ToastProvider } from '#web/components/Toast.tsx';
import { queryDefaults } from '#web/lib/query-defaults.ts';

/** What the site puts around every page: the query defaults and the place for toasts. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <SWRConfig value={queryDefaults}>
      <ToastProvider>{children}</ToastProvider>
    </SWRConfig>
  );
}
