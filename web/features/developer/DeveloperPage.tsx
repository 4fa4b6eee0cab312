import { lazy, type ReactNode, useEffect, useState } from 'react';
import '#web/features/developer/developer.css';
import { SiteConfig } from '#schema/site.ts';
import { Spinner } from '#web/components/Spinner.tsx';
import { apiGet } from '#web/lib/api.ts';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { useIsHydrating } from '#web/lib/hydration.ts';

const NotFoundPage = lazy(() => import('#web/components/not-found/NotFoundPage.tsx').then((file) => ({ default: file.NotFoundPage })));

interface DeveloperPageProps {
  title: string;
  /** What the page is for. */
  about: string;
  children: ReactNode;
}

/** The frame of a page for those who build the site: there in development alone. */
export function DeveloperPage({ title, about, children }: DeveloperPageProps) {
  // Where there is none, the server has answered with the not-found page, drawn.
  const isHydrating = useIsHydrating();
  const [place, setPlace] = useState<'unknown' | 'development' | 'elsewhere'>(isHydrating ? 'elsewhere' : 'unknown');

  useEffect(() => {
    if (place !== 'unknown') return;
    // Not from what is kept of answers: signing in, which these pages do, throws that away.
    apiGet('/api/config', SiteConfig).then(
      ({ environment }) => setPlace(environment === 'development' ? 'development' : 'elsewhere'),
      () => setPlace('elsewhere'),
    );
  }, [place]);

  if (place === 'elsewhere') return <NotFoundPage />;
  if (place === 'unknown') return <Spinner label="Unfolding the map…" />;
  return (
    <section className="page developer-page">
      <Title>{title}</Title>
      <p className="muted">{about}</p>
      {children}
    </section>
  );
}

function Title({ children }: { children: string }) {
  useDocumentTitle(children);
  return <h1>{children}</h1>;
}
