import type { ReactNode } from 'react';
import '#web/pages/developer/developer.css';

interface DeveloperPageProps {
  title: string;
  about: string;
  children: ReactNode;
}

export function DeveloperPage({ title, about, children }: DeveloperPageProps) {
  return (
    <section className="page stack developer-page">
      <h1>{title}</h1>
      <p className="muted">{about}</p>
      {children}
    </section>
  );
}
