import '#web/styles/public-pages.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';

interface ShortAnswersProps {
  /** `id` is the question's anchor on the FAQ page, where the whole answer is. */
  answers: { id: string; question: string; answer: ReactNode }[];
  /** What else is said below. */
  children?: ReactNode;
}

/** A few questions with a sentence for each, and the way to all of them. */
export function ShortAnswers({ answers, children }: ShortAnswersProps) {
  return (
    <section className="stack gap-5 public-section short-answers" aria-labelledby="questions-title">
      <h2 id="questions-title">Good questions</h2>
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
          All questions and answers
        </Link>
        {children}
      </p>
    </section>
  );
}
