import { t } from '@lingui/core/macro';
import '#web/styles/public-pages.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';

interface ShortAnswersProps {
  answers: { id: string; question: string; answer: ReactNode }[];
  children?: ReactNode;
}

export function ShortAnswers({ answers, children }: ShortAnswersProps) {
  return (
    <section className="stack gap-5 public-section short-answers" aria-labelledby="questions-title">
      <h2 id="questions-title">{t`Good questions`}</h2>
      <dl className="public-columns">
        {answers.map(({ id, question, answer }) => (
          <div key={id} className="sheet">
            <dt>
              <Link href={`${paths.faq}#${id}`}>{question}</Link>
            </dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      <p className="public-more">
        <Link href={paths.faq} className="standalone-link">
          {t`All questions and answers`}
        </Link>
        {children}
      </p>
    </section>
  );
}
