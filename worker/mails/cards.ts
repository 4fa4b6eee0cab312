/** The mail that tells of cards on their way. */
import { button, facts, type MailTemplateOf, text } from './content.ts';
import { greeting, plural } from './words.ts';

export const cardsShipped: MailTemplateOf = (payload, links) => {
  const cards = payload.number('cards');
  const what = cards === null ? 'Your Cache Cards' : `Your ${plural(cards, 'Cache Card')}`;
  return {
    subject: 'Your Cache Cards are on their way',
    preview: 'They were printed and have left the workshop.',
    heading: 'On their way to you',
    body: [
      text(greeting(payload)),
      text(
        `${what} ${cards === 1 ? 'was' : 'were'} printed and sent to you by post. Each becomes active when you say where you placed it.`,
      ),
      facts(['Parcel', payload.text('tracking')]),
      button('See my cards', links.to('/dashboard/cache-cards')),
    ],
    reason: 'because you ordered Cache Cards',
  };
};
