import '#web/pages/legal/legal.css';
import type { ReactNode } from 'react';
import { termsUpdatedOn } from '#schema/legal-texts.ts';

/** Date of the last change to the terms or the privacy policy. Update it when the text changes. */
const lastUpdated = { label: 'April 14, 2025', iso: termsUpdatedOn };

export function LegalPage({ title, summary, children }: { title: string; summary: string; children: ReactNode }) {
  return (
    <div className="stack gap-6 legal-page">
      <header className="stack gap-3 legal-head">
        <h1>{title}</h1>
        <p className="muted">
          Last updated: <time dateTime={lastUpdated.iso}>{lastUpdated.label}</time>
        </p>
        <p className="legal-in-short">{summary}</p>
      </header>
      {children}
    </div>
  );
}
