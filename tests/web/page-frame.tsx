import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { ToastProvider } from '#web/components/Toast.tsx';

/** What the site puts around every page: the query defaults and the place for toasts. */
export function PageFrame({ children }: { children: ReactNode }) {
  const queries = { revalidateIfStale: false, revalidateOnFocus: false, shouldRetryOnError: false };
  return (
    <SWRConfig value={queries}>
      <ToastProvider>{children}</ToastProvider>
    </SWRConfig>
  );
}
