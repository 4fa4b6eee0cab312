import { type PushContent, type PushTemplate, topicOf } from '#schema/messages/push.ts';
import { routes } from '#schema/routes.ts';
import type { ClaimedPush } from '#worker/domain/messages/push.ts';
import type { Words } from '#worker/words/words.ts';

/**
 * Composes the notification. It is shown on locked screens, so it contains no location and nobody's name. In particular, owners learn at
 * once that a card was found, but not by whom.
 */
export function composePush(
  { template, payload, subject }: Pick<ClaimedPush, 'template' | 'payload' | 'subject'>,
  words: Words,
): PushContent {
  const { cardId, count, daysLeft } = JSON.parse(payload) as Record<'cardId' | 'count' | 'daysLeft', string | null>;
  const [title, body, path] = texts[template]({ card: cardId ?? '', count: Number(count ?? 1), days: Number(daysLeft ?? 0) }, words);
  const { t } = words;
  return {
    ...{ title, body, path, tag: subject, topic: topicOf[template] },
    turnOff: t('Turn off'),
    turnedOff: [t('Notifications turned off'), t('You won’t get these notifications anymore. Tap to change your preferences.')],
  };
}

type Text = [title: string, body: string, path: string];

const cardPath = (card: string) => `${routes.cacheCards.path}/${encodeURIComponent(card)}`;

const texts: Record<PushTemplate, (values: { card: string; count: number; days: number }, words: Words) => Text> = {
  card_found: ({ card }, { t }) => [t('Your card was found'), t('Someone found {card}.', { card }), cardPath(card)],
  new_cards: ({ count }, { t }) => [
    t('{count, plural, one {A new card near you} other {# new cards near you}}', { count }),
    t('{count, plural, one {Be the first to find it.} other {Be the first to find them.}}', { count }),
    routes.findCards.path,
  ],
  stay_offered: (_values, { t }) => [
    t('We have an offer for your stay'),
    t('Take a look and respond before it expires.'),
    routes.certificates.path,
  ],
  stay_reminder: ({ days }, { t }) => [
    t('Your trip is coming up'),
    t('{days, plural, =1 {It starts tomorrow.} other {It starts in # days.}}', { days }),
    routes.certificates.path,
  ],
  certificate_reminder: ({ days }, { t }) => [
    t('Activate your certificate'),
    t('{days, plural, =1 {It expires tomorrow.} other {It expires in # days.}}', { days }),
    routes.certificates.path,
  ],
  thanks: (_values, { t }) => [t('An owner thanked you'), t('They liked the note you left.'), routes.foundCards.path],
  card_reported: ({ card }, { t }) => [
    t('Is your card still there?'),
    t('Someone couldn’t find {card}. Please check on it.', { card }),
    cardPath(card),
  ],
  card_missing: ({ card }, { t }) => [
    t('Your card is off the map'),
    t('{card} was reported missing. Please check on it.', { card }),
    cardPath(card),
  ],
};
