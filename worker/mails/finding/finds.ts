/** Payloads: worker/domain/finding/news.ts, worker/domain/finding/card-watch.ts, worker/store/cards/place-questions.ts. */
import { type Block, button, facts, type MailTemplates, note, type Payload, quote, text } from '#worker/mails/content.ts';
import { plural } from '#worker/mails/words.ts';

const nameOf = (card: Payload) => card.text('name') ?? card.text('cardId') ?? 'A card';
/** `TC-0000001, Old mill`. */
const labelOf = (card: Payload) => [card.text('cardId'), card.text('name')].filter((part) => part !== null).join(', ');
const cardFacts = (cards: Payload[], said: (card: Payload) => string): Block[] =>
  cards.length === 0 ? [] : [facts(...cards.map((card): [string, string] => [labelOf(card), said(card)]))];
const andMore = (count: number | null, noun: string): Block[] => (count ? [text(`And ${plural(count, noun)} more.`)] : []);

function digestSubject(finds: number, logs: Payload[]): string {
  if (finds > 0) return `Your Cache Cards were found ${finds === 1 ? 'once' : plural(finds, 'time')}`;
  return logs.length > 0 ? 'A finder left you a line' : 'Somebody missed one of your Cache Cards';
}

export const findMails = {
  card_digest: (links, payload) => {
    const [finds, logs, reports] = [payload.list('finds'), payload.list('logs'), payload.list('reports')];
    const subject = digestSubject(payload.number('findsInAll') ?? 0, logs);
    const period = payload.text('frequency') === 'weekly' ? 'week' : 'day';
    return {
      subject,
      preview: 'What happened on your cards since our last mail about them.',
      heading: subject,
      body: [
        ...cardFacts(finds, (card) => plural(card.number('finds') ?? 0, 'find')),
        ...andMore(payload.number('moreFinds'), 'card'),
        ...(logs.length > 0 ? [text('What finders wrote to you:')] : []),
        ...logs.map((log) => quote([`${log.text('finder') ?? 'An explorer'}, ${log.text('cardId') ?? 'a card'}:`, log.text('text') ?? ''])),
        ...andMore(payload.number('moreLogs'), 'line'),
        ...(reports.length > 0 ? [text('Somebody looked and did not find these. Please see whether they are still there:')] : []),
        ...cardFacts(
          reports,
          (card) => `${plural(card.number('reports') ?? 0, 'report')}${card.number('isMissing') === 1 ? ', shown as missing' : ''}`,
        ),
        ...andMore(payload.number('moreReports'), 'card'),
        button('See my cards', links.to('/dashboard/cache-cards')),
        note(`You get this once a ${period}, and only when something happened. Change it under My Account, Preferences.`),
      ],
      reason: 'because you chose a digest of the finds of your Cache Cards',
    };
  },

  new_cards: (links, payload) => {
    const count = payload.number('count') ?? 1;
    const subject = count === 1 ? 'A new Cache Card near you' : `${count} new Cache Cards near you`;
    return {
      subject,
      preview: payload.list('cards').map(nameOf).join(', '),
      heading: subject,
      body: [
        text(`Within ${payload.number('radiusKm') ?? 'some'} km of the place that you chose, for the first time on the map:`),
        ...cardFacts(payload.list('cards'), (card) => `about ${card.number('km') ?? 1} km`),
        ...andMore(payload.number('more'), 'card'),
        button('Find cards', links.to('/dashboard/find')),
        note('We know your place to about 1 km, so distances are rounded. Change it under My Account, Preferences.'),
      ],
      reason: 'because you asked to hear of new Cache Cards near a place',
    };
  },

  put_on_map: (links, payload) => {
    const count = payload.number('count') ?? 1;
    const cards = payload.list('cards');
    return {
      subject: 'Put your Cache Cards on the map',
      preview: 'Members look for cards around a place now. Who may see where yours are?',
      heading: 'Put it on the map',
      body: [
        text(
          `Members look for Cache Cards around a place now. ${count === 1 ? 'A card' : `${count} cards`} of yours cannot be found that way, since you have not said who may see where:`,
        ),
        ...cardFacts(cards, () => 'not on the map'),
        ...andMore(Math.max(0, count - cards.length), 'card'),
        text(
          'You choose for each card: the exact place, to about 100 m, to about 1 km, or not on the map at all. We ask by mail this once.',
        ),
        button('Open my cards', links.to('/dashboard/cache-cards')),
      ],
      reason: 'because you have placed a Cache Card',
    };
  },
} satisfies MailTemplates;
