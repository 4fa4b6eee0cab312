import { type Phrase, questions } from '#web/features/faq/questions.ts';
import { paths } from '#web/lib/paths.ts';
import { originPlaceholder } from '#web/prerender/origin-placeholder.ts';

export function faqData(): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ id, question, answer }) => ({
      '@type': 'Question',
      url: `${originPlaceholder}${paths.faq}#${id}`,
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.map(plainText).join('\n\n') },
    })),
  };
}

function plainText(paragraph: Phrase[]): string {
  return paragraph.map((phrase) => (typeof phrase === 'string' ? phrase : phrase.text)).join('');
}
