import '#web/pages/legal/legal.css';
import type { ReactNode } from 'react';

interface LegalPageProps {
  title: string;
  /** What it comes down to, in a few sentences. */
  inShort: string;
  /** The text itself. */
  children: ReactNode;
}

/** When both texts were last changed; a new text means a new date. */
const lastUpdated = { words: 'April 14, 2025', iso: '2025-04-14' };

/** The frame of Privacy and Terms. */
export function LegalPage({ title, inShort, children }: LegalPageProps) {
  return (
    <div className="stack gap-6 legal-page">
      <header className="stack gap-3 legal-head">
        <h1>{title}</h1>
        <p className="muted">
          Last updated: <time dateTime={lastUpdated.iso}>{lastUpdated.words}</time>
        </p>
        <p className="legal-in-short">{inShort}</p>
      </header>
      {children}
    </div>
  );
}
