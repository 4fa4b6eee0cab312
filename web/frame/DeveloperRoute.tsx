import { type ReactNode, useEffect, useState } from 'react';
import { SiteConfig } from '#schema/site.ts';
import { apiGet } from '#web/lib/api/client.ts';
import { pageSpinner, sitePage } from './site-page.tsx';

const NotFoundPage = sitePage(() => import('#web/pages/not-found/NotFoundPage.tsx').then((file) => file.NotFoundPage)).Component;

/** Renders its children in development only, and the not-found page in other environments. */
export function DeveloperRoute({ children }: { children: ReactNode }) {
  const [isDevelopment, setIsDevelopment] = useState<boolean>();

  useEffect(() => {
    // Bypasses the cache because signing in on developer pages clears it.
    apiGet('/api/config', SiteConfig).then(
      ({ environment }) => setIsDevelopment(environment === 'development'),
      () => setIsDevelopment(false),
    );
  }, []);

  if (isDevelopment === undefined) return pageSpinner;
  return isDevelopment ? children : <NotFoundPage />;
}
