/**
 * Emails about finds and nearby cards. Payloads are built in worker/domain/scans/news.ts, worker/domain/finding/card-watch.ts and
 * worker/store/cards/place-questions.ts.
 */
import { type Block, facts, type MailTemplates, type Payload, quote, text } from '#worker/mails/content.ts';
import { plural, quoteStranger } from '#worker/mails/words.ts';

const quoteName = (card: Payload) => {
  const name = card.text('name');
  return name === null ? null : quoteStranger(name);
};
const nameCard = (card: Payload) => quoteName(card) ?? card.text('cardId') ?? 'A card';
/** Formats the label of a card, such as `TC-0000001, “Old mill”`. */
const formatCardLabel = (card: Payload) => [card.text('cardId'), quoteName(card)].filter((part) => part !== null).join(', ');
const cardFacts = (cards: Payload[], describe: (card: Payload) => string): Block[] =>
  cards.length === 0 ? [] : [facts(Object.fromEntries(cards.map((card) => [formatCardLabel(card), describe(card)])))];
const formatMore = (count: number | null, noun: string): Block[] => (count ? [text(`And ${plural(count, `more ${noun}`)}.`)] : []);

function digestSubject(finds: number, logs: Payload[]): string {
  if (finds > 0) return `Your Cache Cards were found ${finds === 1 ? 'once' : plural(finds, 'time')}`;
  return logs.length > 0 ? 'A finder left you a note' : 'Someone couldn’t find one of your Cache Cards';
}

export const findMails = {
  card_digest: (payload) => {
    const [finds, logs, reports] = [payload.list('finds'), payload.list('logs'), payload.list('reports')];
    const period = payload.text('frequency') === 'weekly' ? 'week' : 'day';
    return {
      subject: digestSubject(payload.number('findsInAll') ?? 0, logs),
      preview: finds.length + reports.length > 0 ? `News about ${[...finds, ...reports].map(nameCard).join(', ')}` : 'See what they wrote.',
      body: [
        ...cardFacts(finds, (card) => plural(card.number('finds') ?? 0, 'find')),
        ...formatMore(payload.number('moreFinds'), 'card'),
        ...(logs.length > 0 ? [text('Notes from finders:')] : []),
        ...logs.map((log) =>
          quote([`${log.text('finder') ?? 'An explorer'}, ${log.text('cardId') ?? 'a card'}:`, quoteStranger(log.text('text') ?? '')]),
        ),
        ...formatMore(payload.number('moreLogs'), 'note'),
        ...(reports.length > 0
          ? [text('Someone looked for these cards but couldn’t find them. Please check that they’re still there:')]
          : []),
        ...cardFacts(
          reports,
          (card) => `${plural(card.number('reports') ?? 0, 'report')}${card.number('isMissing') === 1 ? ', shown as missing' : ''}`,
        ),
        ...formatMore(payload.number('moreReports'), 'card'),
      ],
      button: ['See my cards', '/dashboard/cache-cards'],
      note: `We send this at most once a ${period}, and only when there’s news. Change this under My Account, Preferences.`,
      reason: 'because you own Cache Cards',
    };
  },

  new_cards: (payload) => {
    const count = payload.number('count') ?? 1;
    return {
      subject: count === 1 ? 'A new Cache Card near you' : `${count} new Cache Cards near you`,
      preview: `New on the map: ${payload.list('cards').map(nameCard).join(', ')}`,
      text: `New on the map, within ${payload.number('radiusKm') ?? 'some'} km of the place you chose:`,
      body: [
        ...cardFacts(payload.list('cards'), (card) => `about ${card.number('km') ?? 1} km`),
        ...formatMore(payload.number('more'), 'card'),
      ],
      button: ['Find cards', '/dashboard/find'],
      note: 'Change the location under My Account, Preferences.',
      reason: 'because you asked for emails about new Cache Cards near a place',
    };
  },

  put_on_map: (payload) => {
    const count = payload.number('count') ?? 1;
    const cards = payload.list('cards');
    return {
      subject: 'Put your Cache Cards on the map',
      text: `Members can now look for cards on a map, but ${count === 1 ? 'one of yours isn’t' : `${count} of yours aren’t`} on it yet. For each card, choose what others see: the exact spot, about 100 m, about 1 km, or nothing.`,
      body: [...cardFacts(cards, () => 'not on the map'), ...formatMore(Math.max(0, count - cards.length), 'card')],
      button: ['See my cards', '/dashboard/cache-cards'],
      reason: 'because you placed a Cache Card',
    };
  },
  thanks: (payload) => ({
    subject: 'An owner thanked you for your note',
    text: `The owner of ${payload.text('cardId') ?? 'a card'} read the note you left after your find and says thanks.`,
    button: ['See my finds', '/dashboard/found'],
    note: 'Change this under My Account, Preferences.',
    reason: 'because you asked for emails about thanks from owners',
  }),
} satisfies MailTemplates;
