import type { ReactNode } from 'react';
import '#web/pages/developer/developer.css';

interface DeveloperPageProps {
  title: string;
  /** What the page is for. */
  about: string;
  children: ReactNode;
}

/** The frame of a page for those who build the site. */
export function DeveloperPage({ title, about, children }: DeveloperPageProps) {
  return (
    <section className="page stack developer-page">
      <h1>{title}</h1>
      <p className="muted">{about}</p>
      {children}
    </section>
  );
}
