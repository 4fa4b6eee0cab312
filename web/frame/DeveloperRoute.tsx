import { type ReactNode, useEffect, useState } from 'react';
import { SiteConfig } from '#schema/site.ts';
import { apiGet } from '#web/lib/api/client.ts';
import { sitePage, unfolding } from './site-page.tsx';

const NotFoundPage = sitePage(() => import('#web/pages/not-found/NotFoundPage.tsx').then((file) => file.NotFoundPage)).Component;

/** A page for those who build the site: there in development alone. */
export function DeveloperRoute({ children }: { children: ReactNode }) {
  const [isDevelopment, setIsDevelopment] = useState<boolean>();

  useEffect(() => {
    // Not from what is kept of answers: signing in, which these pages do, throws that away.
    apiGet('/api/config', SiteConfig).then(
      ({ environment }) => setIsDevelopment(environment === 'development'),
      () => setIsDevelopment(false),
    );
  }, []);

  if (isDevelopment === undefined) return unfolding;
  return isDevelopment ? children : <NotFoundPage />;
}
