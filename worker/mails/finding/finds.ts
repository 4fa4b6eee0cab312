/**
 * Emails about finds and nearby cards. Payloads are built in worker/domain/scans/news.ts, worker/domain/finding/card-watch.ts and
 * worker/store/cards/place-questions.ts.
 */
import { type Block, facts, type MailTemplates, type Payload, quote, text } from '#worker/mails/content.ts';
import { nameStranger, quoteStranger } from '#worker/mails/words.ts';
import { joinItems } from '#worker/words/join-texts.ts';
import type { Words } from '#worker/words/words.ts';

const quoteName = (card: Payload, words: Words) => {
  const name = card.text('name');
  return name === null ? null : quoteStranger(name, words);
};
const nameCard = (card: Payload, words: Words) => quoteName(card, words) ?? card.text('cardId') ?? words.t('A card');
const nameCards = (cards: Payload[], words: Words) =>
  joinItems(
    cards.map((card) => nameCard(card, words)),
    words,
  );
/** Formats the label of a card, such as `TC-0000001, “Old mill”`. */
const formatCardLabel = (card: Payload, words: Words) =>
  joinItems(
    [card.text('cardId'), quoteName(card, words)].filter((part) => part !== null),
    words,
  );
const cardFacts = (cards: Payload[], describe: (card: Payload) => string, words: Words): Block[] =>
  cards.length === 0 ? [] : [facts(Object.fromEntries(cards.map((card) => [formatCardLabel(card, words), describe(card)])))];
const countMoreCards = (count: number | null, { t }: Words): Block[] =>
  count ? [text(t('{count, plural, one {And # more card.} other {And # more cards.}}', { count }))] : [];

function digestSubject(finds: number, logs: Payload[], { t }: Words): string {
  if (finds > 0) return t('{finds, plural, one {Your Cache Cards were found once} other {Your Cache Cards were found # times}}', { finds });
  return logs.length > 0 ? t('A finder left you a note') : t('Someone couldn’t find one of your Cache Cards');
}

function describeReports(card: Payload, { t }: Words): string {
  const reports = card.number('reports') ?? 0;
  return card.number('isMissing') === 1
    ? t('{reports, plural, one {# report} other {# reports}}, shown as missing', { reports })
    : t('{reports, plural, one {# report} other {# reports}}', { reports });
}

function digestBody(payload: Payload, words: Words): Block[] {
  const { t } = words;
  const [logs, reports] = [payload.list('logs'), payload.list('reports')];
  const moreLogs = payload.number('moreLogs');
  return [
    ...cardFacts(
      payload.list('finds'),
      (card) => t('{finds, plural, one {# find} other {# finds}}', { finds: card.number('finds') ?? 0 }),
      words,
    ),
    ...countMoreCards(payload.number('moreFinds'), words),
    ...(logs.length > 0 ? [text(t('Notes from finders:'))] : []),
    ...logs.map((log) =>
      quote([
        `${nameStranger(log.text('finder'), t('An explorer'))}, ${log.text('cardId') ?? t('a card')}:`,
        quoteStranger(log.text('text') ?? '', words),
      ]),
    ),
    ...(moreLogs ? [text(t('{count, plural, one {And # more note.} other {And # more notes.}}', { count: moreLogs }))] : []),
    ...(reports.length > 0
      ? [text(t('Someone looked for these cards but couldn’t find them. Please check that they’re still there:'))]
      : []),
    ...cardFacts(reports, (card) => describeReports(card, words), words),
    ...countMoreCards(payload.number('moreReports'), words),
  ];
}

export const findMails = {
  card_digest: (payload, _links, words) => {
    const { t } = words;
    const newsCards = [...payload.list('finds'), ...payload.list('reports')];
    return {
      subject: digestSubject(payload.number('findsInAll') ?? 0, payload.list('logs'), words),
      preview: newsCards.length > 0 ? t('News about {cards}', { cards: nameCards(newsCards, words) }) : t('See what they wrote.'),
      body: digestBody(payload, words),
      button: [t('See my cards'), '/dashboard/cache-cards'],
      note:
        payload.text('frequency') === 'weekly'
          ? t('We send this at most once a week, and only when there’s news. Change this under My Account, Preferences.')
          : t('We send this at most once a day, and only when there’s news. Change this under My Account, Preferences.'),
      reason: t('You’re receiving this email because you own Cache Cards.'),
    };
  },

  new_cards: (payload, _links, words) => {
    const { t } = words;
    const cards = payload.list('cards');
    const radius = payload.number('radiusKm');
    return {
      subject: t('{count, plural, one {A new Cache Card near you} other {# new Cache Cards near you}}', {
        count: payload.number('count') ?? 1,
      }),
      preview: t('New on the map: {cards}', { cards: nameCards(cards, words) }),
      text:
        radius === null
          ? t('New on the map, near the place you chose:')
          : t('New on the map, within {radius} km of the place you chose:', { radius }),
      body: [
        ...cardFacts(cards, (card) => t('about {distance} km', { distance: card.number('km') ?? 1 }), words),
        ...countMoreCards(payload.number('more'), words),
      ],
      button: [t('Find cards'), '/dashboard/find'],
      note: t('Change the location under My Account, Preferences.'),
      reason: t('You’re receiving this email because you asked for emails about new Cache Cards near a place.'),
    };
  },

  put_on_map: (payload, _links, words) => {
    const { t } = words;
    const count = payload.number('count') ?? 1;
    const cards = payload.list('cards');
    return {
      subject: t('Put your Cache Cards on the map'),
      text: t(
        '{count, plural, one {Members can now look for cards on a map, but one of yours isn’t on it yet.} other {Members can now look for cards on a map, but # of yours aren’t on it yet.}} For each card, choose what others see: the exact spot, about 100 m, about 1 km, or nothing.',
        { count },
      ),
      body: [...cardFacts(cards, () => t('not on the map'), words), ...countMoreCards(Math.max(0, count - cards.length), words)],
      button: [t('See my cards'), '/dashboard/cache-cards'],
      reason: t('You’re receiving this email because you placed a Cache Card.'),
    };
  },

  thanks: (payload, _links, { t }) => ({
    subject: t('An owner thanked you for your note'),
    text: t('The owner of {card} read the note you left after your find and says thanks.', {
      card: payload.text('cardId') ?? t('a card'),
    }),
    button: [t('See my finds'), '/dashboard/found'],
    note: t('Change this under My Account, Preferences.'),
    reason: t('You’re receiving this email because you asked for emails about thanks from owners.'),
  }),
} satisfies MailTemplates;
