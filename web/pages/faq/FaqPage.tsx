import { t } from '@lingui/core/macro';
import '#web/features/faq/questions.css';
import '#web/pages/faq/faq.css';
import { type ComponentType, useLayoutEffect } from 'react';
import { Link } from 'wouter';
import campfire from '#web/art/campfire.svg';
import { paths } from '#web/lib/paths.ts';
import { staticHtml } from '#web/lib/react/static-html.tsx';

const questions = staticHtml('questions', 'stack gap-3', () => import('#web/features/faq/Questions.tsx').then((file) => file.Questions));

export async function loadFaqPage(): Promise<ComponentType> {
  await questions.preload();
  return FaqPage;
}

function FaqPage() {
  // Must be a layout effect so that the answer is expanded before the router looks for the fragment's target.
  useLayoutEffect(() => {
    unfoldNamedAnswer();
    addEventListener('hashchange', unfoldNamedAnswer);
    return () => removeEventListener('hashchange', unfoldNamedAnswer);
  }, []);
  return (
    <div className="stack gap-6 faq-page">
      <header className="stack gap-2">
        <h1>{t`Frequently Asked Questions`}</h1>
        <p className="muted">{t`Tap a question to see the answer.`}</p>
      </header>
      <questions.Component />
      <aside className="faq-end" aria-labelledby="faq-end-title">
        <img src={campfire} width={220} height={165} alt="" loading="lazy" />
        <div className="stack">
          <h2 id="faq-end-title">{t`Still wondering?`}</h2>
          <p className="muted">{t`Ask us. A real person will answer.`}</p>
          <div className="cluster">
            <Link href={paths.contact} className="button">
              {t`Contact us`}
            </Link>
            <Link href={paths.howItWorks} className="standalone-link">
              {t`How it works`}
            </Link>
          </div>
        </div>
      </aside>
    </div>
  );
}

/** Expands the answer that the URL's fragment links to. Not all browsers do this on page load, and none do it on client-side navigation. */
function unfoldNamedAnswer(): void {
  const answer = document.getElementById(location.hash.slice(1));
  const question = answer?.closest('details');
  if (!question || question.open) return;
  question.open = true;
  answer?.scrollIntoView();
}
