import type { MailTemplates, Payload } from '#worker/mails/content.ts';
import { plural } from '#worker/mails/words.ts';

export const cardMails = {
  cards_shipped: (payload) => {
    const cards = payload.number('cards');
    const tracking = payload.text('tracking');
    return {
      subject: 'Your Cache Cards are on their way',
      text: `We printed and shipped your ${cards === null ? 'Cache Cards' : plural(cards, 'Cache Card')}. Each card becomes active once you enter where you placed it.`,
      facts: { [tracking?.includes(', ') ? 'Tracking numbers' : 'Tracking number']: tracking },
      button: ['See my cards', '/dashboard/cache-cards'],
      reason: 'because you ordered Cache Cards',
    };
  },

  cards_resent: (payload) => {
    const cards = payload.number('cards');
    return {
      subject: 'We’re sending your Cache Cards again',
      text: `Your package got lost, so we’re printing ${cards === null ? 'your cards' : `your ${plural(cards, 'card')}`} again at no cost to you.${
        payload.text('hasNewCodes')
          ? ' The new cards have new codes. If the first package turns up, don’t place those cards: they no longer work.'
          : ''
      } We’ll email you when they ship.`,
      button: ['See my cards', '/dashboard/cache-cards'],
      reason: 'because you ordered Cache Cards',
    };
  },

  order_address_changed: (payload) => ({
    subject: `We changed the delivery address for order ${payload.text('order') ?? ''}`.trim(),
    text: 'We’ll send your Cache Cards to the address below. If you didn’t ask for this, reply right away, before they’re printed.',
    facts: { Order: payload.text('order'), 'New address': payload.text('address') },
    button: ['Contact us', '/contact'],
    reason: 'because you ordered Cache Cards',
  }),

  cards_made_anew: (payload) => ({
    subject: 'Print your Cache Cards again: their numbers have changed',
    text: `We had to restore our database and recreate your order of ${plural(payload.number('cards') ?? 1, 'Cache Card')} with new numbers and codes. The old codes no longer work, so please print the new ones. If we printed your cards, reply to this email and we’ll print them again for free.`,
    button: ['See my cards', '/dashboard/cache-cards'],
    reason: 'because you ordered Cache Cards',
  }),

  card_claimed: (payload) => ({
    subject:
      `Another member ${payload.text('isAdoption') === null ? 'claims' : 'wants to adopt'} your Cache Card ${payload.text('cardId') ?? ''}`.trim(),
    text:
      payload.text('isAdoption') === null
        ? 'They sent us a link to prove that this card belongs to them. Nothing has changed yet: we’ll review the proof first. If you disagree, reply to this email.'
        : 'They asked to take over this card because it no longer has an active owner. Nothing has changed yet: we’ll review the request first. If you want to keep the card, reply to this email.',
    button: ['See my cards', '/dashboard/cache-cards'],
    reason: 'because this Cache Card is in your account',
  }),

  card_left: (payload) => ({
    subject: `${nameCard(payload)} is no longer in your account`,
    text: 'After a review, we removed this card from your account. You keep everything it has earned so far. If it’s yours, claim it with proof or reply to this email.',
    button: ['See my cards', '/dashboard/cache-cards'],
    reason: 'because this Cache Card was in your account',
  }),

  card_disabled: (payload) => ({
    subject: payload.text('cardId') === null ? 'Some of your Cache Cards were disabled' : `${nameCard(payload)} was disabled`,
    text: 'Nobody can find or scan a disabled card. You keep everything it has earned so far. If you don’t know why our team disabled it, reply to this email.',
    facts: { Place: payload.text('name') },
    button: ['See my cards', '/dashboard/cache-cards'],
    reason: 'because you own Cache Cards',
  }),

  card_edited: (payload) => ({
    subject: `We changed ${nameCard(payload).replace('Your', 'your')}`,
    text: `We corrected this on your card: ${payload.text('changes') ?? 'its details'}. If it isn’t right, change it back on the card’s page and reply to this email.`,
    button: ['See the card', cardPage(payload)],
    reason: 'because you own this Cache Card',
  }),

  card_replaced: (payload) => ({
    subject: `${nameCard(payload)} has a new code`,
    text: 'The old code no longer works. Print the card again from its page and replace the old one, unless we agreed to send you a new card. Nothing else about the card changes.',
    facts: { Place: payload.text('name') },
    button: ['See the card', cardPage(payload)],
    reason: 'because you own this Cache Card',
  }),

  card_reported: (payload) => ({
    subject: `${nameCard(payload)} was reported missing`,
    text: `${countReporters(payload)} looked for this card and didn’t find it. If more members report it, we’ll take it off the map. Please check on it, then tell us whether it’s still there.`,
    facts: { Place: payload.text('name') },
    button: ['Respond to the report', cardPage(payload)],
    reason: 'because you own this Cache Card',
  }),

  card_missing: (payload) => ({
    subject: `${nameCard(payload)} is off the map`,
    text: `${countReporters(payload)} looked for this card and didn’t find it, so we took it off the map. Please check on it. If it’s still there, scan it or tell us on its page, and consider a clearer hint.`,
    facts: { Place: payload.text('name') },
    button: ['Respond to the reports', cardPage(payload)],
    reason: 'because you own this Cache Card',
  }),
} satisfies MailTemplates;

const countReporters = (payload: Payload) => {
  const reports = payload.number('reports') ?? 1;
  return reports === 1 ? 'A member' : plural(reports, 'member');
};
const nameCard = (payload: Payload) => `Your Cache Card ${payload.text('cardId') ?? ''}`.trim();
const cardPage = (payload: Payload) => `/dashboard/cache-cards/${payload.text('cardId') ?? ''}`;
