import type { ReactNode } from 'react';
import '#web/pages/developer/developer.css';

export function DeveloperPage({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section className="page stack developer-page">
      <h1>{title}</h1>
      <p className="muted">{about}</p>
      {children}
    </section>
  );
}
