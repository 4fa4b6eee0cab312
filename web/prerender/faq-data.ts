import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { questions } from '#web/features/faq/question-texts.tsx';
import { paths } from '#web/lib/paths.ts';
import { addressOf } from '#web/lib/words/words.ts';
import { originPlaceholder } from '#web/prerender/origin-placeholder.ts';

export function faqData(): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions().map(({ id, question, answer }) => ({
      '@type': 'Question',
      url: `${originPlaceholder}${addressOf(paths.faq)}#${id}`,
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.map(plainText).join('\n\n') },
    })),
  };
}

function plainText(paragraph: ReactNode): string {
  return renderToStaticMarkup(paragraph).replace(/<[^>]*>/g, '');
}
