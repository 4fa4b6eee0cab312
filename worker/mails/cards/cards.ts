import { listChanges, secureButton } from '#worker/mails/accounts/account.ts';
import type { MailTemplates, Payload } from '#worker/mails/content.ts';
import { joinSentences } from '#worker/words/join-texts.ts';
import type { Words } from '#worker/words/words.ts';

export const cardMails = {
  cards_shipped: (payload, _links, { t }) => {
    const cards = payload.number('cards');
    const tracking = payload.text('tracking');
    return {
      subject: t('Your Cache Cards are on their way'),
      text:
        cards === null
          ? t('We printed and shipped your Cache Cards. Each card becomes active once you enter where you placed it.')
          : t(
              'We printed and shipped your {cards, plural, one {# Cache Card} other {# Cache Cards}}. Each card becomes active once you enter where you placed it.',
              { cards },
            ),
      facts: { [tracking?.includes(', ') ? t('Tracking numbers') : t('Tracking number')]: tracking },
      button: [t('See my cards'), '/dashboard/cache-cards'],
      reason: t('You’re receiving this email because you ordered Cache Cards.'),
    };
  },

  cards_resent: (payload, _links, words) => {
    const { t } = words;
    const cards = payload.number('cards');
    const resent =
      cards === null
        ? t('Your package got lost, so we’re printing your cards again at no cost to you.')
        : t('Your package got lost, so we’re printing your {cards, plural, one {# card} other {# cards}} again at no cost to you.', {
            cards,
          });
    const newCodes = t('The new cards have new codes. If the first package turns up, don’t place those cards: they no longer work.');
    return {
      subject: t('We’re sending your Cache Cards again'),
      text: joinSentences([resent, ...(payload.text('hasNewCodes') ? [newCodes] : []), t('We’ll email you when they ship.')], words),
      button: [t('See my cards'), '/dashboard/cache-cards'],
      reason: t('You’re receiving this email because you ordered Cache Cards.'),
    };
  },

  order_address_changed: (payload, links, words) => {
    const { t } = words;
    const order = payload.text('order');
    return {
      ...(payload.text('bySession')
        ? {
            subject: t('Delivery address entered for order {order}', { order }),
            text: t(
              'We’ll send your Cache Cards to the address below. If it isn’t yours, secure your account before they’re printed: we then ask you for the address again.',
            ),
            ...secureButton(links, words),
          }
        : {
            subject: t('We changed the delivery address for order {order}', { order }),
            text: t(
              'We’ll send your Cache Cards to the address below. If you didn’t ask for this, reply right away, before they’re printed.',
            ),
            button: [t('Contact us'), '/contact'] as [string, string],
          }),
      facts: { [t('Order')]: order, [t('New address')]: payload.typed('address') },
      reason: t('You’re receiving this email because you ordered Cache Cards.'),
    };
  },

  cards_made_anew: (payload, _links, { t }) => ({
    subject: t('Print your Cache Cards again: their numbers have changed'),
    text: t(
      'We had to restore our database and recreate your order of {cards, plural, one {# Cache Card} other {# Cache Cards}} with new numbers and codes. The old codes no longer work, so please print the new ones. If we printed your cards, reply to this email and we’ll print them again for free.',
      { cards: payload.number('cards') ?? 1 },
    ),
    button: [t('See my cards'), '/dashboard/cache-cards'],
    reason: t('You’re receiving this email because you ordered Cache Cards.'),
  }),

  card_claimed: (payload, _links, { t }) => {
    const card = payload.text('cardId');
    const isAdoption = payload.text('isAdoption') !== null;
    return {
      subject: isAdoption
        ? t('Another member wants to adopt your Cache Card {card}', { card })
        : t('Another member claims your Cache Card {card}', { card }),
      text: isAdoption
        ? t(
            'They asked to take over this card because it no longer has an active owner. Nothing has changed yet: we’ll review the request first. If you want to keep the card, reply to this email.',
          )
        : t(
            'They sent us a link to prove that this card belongs to them. Nothing has changed yet: we’ll review the proof first. If you disagree, reply to this email.',
          ),
      button: [t('See my cards'), '/dashboard/cache-cards'],
      reason: t('You’re receiving this email because this Cache Card is in your account.'),
    };
  },

  card_left: (payload, _links, { t }) => ({
    subject: t('Your Cache Card {card} is no longer in your account', { card: readCard(payload) }),
    text: t(
      'After a review, we removed this card from your account. You keep everything it has earned so far. If it’s yours, claim it with proof or reply to this email.',
    ),
    button: [t('See my cards'), '/dashboard/cache-cards'],
    reason: t('You’re receiving this email because this Cache Card was in your account.'),
  }),

  card_disabled: (payload, _links, { t }) => ({
    subject:
      payload.text('cardId') === null
        ? t('Some of your Cache Cards were disabled')
        : t('Your Cache Card {card} was disabled', { card: readCard(payload) }),
    text: t(
      'Nobody can find or scan a disabled card. You keep everything it has earned so far. If you don’t know why our team disabled it, reply to this email.',
    ),
    facts: { [t('Place')]: payload.typed('name'), [t('Cards')]: payload.text('cards') },
    button: [t('See my cards'), '/dashboard/cache-cards'],
    reason: t('You’re receiving this email because you own Cache Cards.'),
  }),

  card_code_downloaded: (payload, _links, { t }) => ({
    subject: t('We downloaded the print file of your Cache Cards'),
    text: t(
      'Our team downloaded a file to print the cards below. It contains their secret codes. If you don’t know why, reply to this email and we’ll give the cards new codes.',
    ),
    facts: { [t('Cards')]: payload.text('cards') },
    button: [t('See my cards'), '/dashboard/cache-cards'],
    reason: t('You’re receiving this email because you own Cache Cards.'),
  }),

  card_taken_off: (payload, _links, { t }) => ({
    subject:
      payload.text('cardId') === null
        ? t('Some of your Cache Cards are off the map')
        : t('Your Cache Card {card} is off the map', { card: readCard(payload) }),
    text:
      payload.text('cardId') === null
        ? t(
            'Our team marked them as missing or not placed, so others no longer see them on the map. You keep everything they have earned so far. If a card is still in place, tell us on its page or reply to this email.',
          )
        : t(
            'Our team marked it as missing or not placed, so others no longer see it on the map. You keep everything it has earned so far. If it is still in place, tell us on its page or reply to this email.',
          ),
    facts: { [t('Card')]: payload.text('cardId'), [t('Place')]: payload.typed('name'), [t('Cards')]: payload.text('cards') },
    button: [t('See my cards'), '/dashboard/cache-cards'],
    reason: t('You’re receiving this email because you own Cache Cards.'),
  }),

  card_edited: (payload, _links, words) => ({
    subject: words.t('We changed your Cache Card {card}', { card: readCard(payload) }),
    text: words.t(
      'We corrected this on your card: {changes}. If it isn’t right, change it back on the card’s page and reply to this email.',
      { changes: listChanges(payload, words) ?? words.t('its details') },
    ),
    button: [words.t('See the card'), cardPage(payload)],
    reason: cardOwnerReason(words),
  }),

  card_replaced: (payload, _links, words) => ({
    subject: words.t('Your Cache Card {card} has a new code', { card: readCard(payload) }),
    text: words.t(
      'The old code no longer works. Print the card again from its page and replace the old one, unless we agreed to send you a new card. Nothing else about the card changes.',
    ),
    facts: { [words.t('Place')]: payload.typed('name') },
    button: [words.t('See the card'), cardPage(payload)],
    reason: cardOwnerReason(words),
  }),

  card_reported: (payload, _links, words) => ({
    subject: words.t('Your Cache Card {card} was reported missing', { card: readCard(payload) }),
    text: words.t(
      '{reports, plural, one {A member} other {# members}} looked for this card and didn’t find it. If more members report it, we’ll take it off the map. Please check on it, then tell us whether it’s still there.',
      { reports: payload.number('reports') ?? 1 },
    ),
    facts: { [words.t('Place')]: payload.typed('name') },
    button: [words.t('Respond to the report'), cardPage(payload)],
    reason: cardOwnerReason(words),
  }),

  card_missing: (payload, _links, words) => ({
    subject: words.t('Your Cache Card {card} is off the map', { card: readCard(payload) }),
    text: words.t(
      '{reports, plural, one {A member} other {# members}} looked for this card and didn’t find it, so we took it off the map. Please check on it. If it’s still there, tell us on its page, and consider a clearer hint.',
      { reports: payload.number('reports') ?? 1 },
    ),
    facts: { [words.t('Place')]: payload.typed('name') },
    button: [words.t('Respond to the reports'), cardPage(payload)],
    reason: cardOwnerReason(words),
  }),
} satisfies MailTemplates;

const cardOwnerReason = ({ t }: Words) => t('You’re receiving this email because you own this Cache Card.');
const readCard = (payload: Payload) => payload.text('cardId');
const cardPage = (payload: Payload) => `/dashboard/cache-cards/${payload.text('cardId') ?? ''}`;
