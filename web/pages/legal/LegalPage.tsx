import '#web/pages/legal/legal.css';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { termsUpdatedOn } from '#schema/legal-texts.ts';
import { writtenDay } from '#web/lib/format.ts';

interface LegalPageProps {
  title: string;
  summary: string;
  /** A longer summary in another language than English. */
  translation: ReactNode;
  /** The text itself, in English. */
  children: ReactNode;
}

export function LegalPage({ title, summary, translation, children }: LegalPageProps) {
  // The date of the last change to the terms or the privacy policy.
  const updatedOn = <time dateTime={termsUpdatedOn}>{writtenDay(termsUpdatedOn)}</time>;
  return (
    <div className="stack gap-6 legal-page">
      <header className="stack gap-3 legal-head">
        <h1>{title}</h1>
        <p className="muted">
          <Trans>Last updated: {updatedOn}</Trans>
        </p>
        <p className="legal-in-short">{summary}</p>
        {translation}
      </header>
      <div lang="en">{children}</div>
    </div>
  );
}
