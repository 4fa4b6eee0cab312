import { button, facts, type MailTemplates, text } from '#worker/mails/content.ts';
import { plural } from '#worker/mails/words.ts';

export const cardMails = {
  cards_shipped: (links, payload) => {
    const cards = payload.number('cards');
    const tracking = payload.text('tracking');
    const what = cards === null ? 'Your Cache Cards' : `Your ${plural(cards, 'Cache Card')}`;
    return {
      subject: 'Your Cache Cards are on their way',
      preview: 'They were printed and have left the workshop.',
      heading: 'On their way to you',
      body: [
        text(
          `${what} ${cards === 1 ? 'was' : 'were'} printed and sent to you by post. Each becomes active when you say where you placed it.`,
        ),
        facts([tracking?.includes(', ') ? 'Parcels' : 'Parcel', tracking]),
        button('See my cards', links.to('/dashboard/cache-cards')),
      ],
      reason: 'because you ordered Cache Cards',
    };
  },

  cards_made_anew: (links, payload) => {
    const cards = payload.number('cards') ?? 1;
    return {
      subject: 'Your Cache Cards have new numbers',
      preview: 'Codes of this order that you printed before are not known any more.',
      heading: 'New numbers for your cards',
      body: [
        text(
          `We had to restore our database, and your order of ${plural(cards, 'Cache Card')} was made again: it is paid as before, but its cards have new numbers and codes. Codes of it that you printed or placed before are not known any more.`,
        ),
        text('Please print the new ones. Did you order printed cards? Then reply to this mail, and we print them again at our cost.'),
        button('See my cards', links.to('/dashboard/cache-cards')),
      ],
      reason: 'because you ordered Cache Cards',
    };
  },

  card_left: (links, payload) => ({
    subject: 'A Cache Card is no longer in your account',
    preview: 'We looked into whose it is.',
    heading: 'A card has left your account',
    body: [
      text(
        'We looked into whose the Cache Card below is, and it is no longer in your account. What it has earned you until now stays yours.',
      ),
      facts(['Card', payload.text('cardId')]),
      text('You think that it is yours? Then please claim it with a proof, or reply to this mail.'),
      button('See my cards', links.to('/dashboard/cache-cards')),
    ],
    reason: 'because a Cache Card was in your account',
  }),

  card_replaced: (links, payload) => {
    const cardId = payload.text('cardId');
    return {
      subject: 'A Cache Card of yours has a new code',
      preview: 'Its old QR code is not known any more.',
      heading: 'Your card was replaced',
      body: [
        text(
          'We have given the Cache Card below a new code, since the old one was damaged or lost. It is the same card: its number, place, finds and what it earned stay as they are.',
        ),
        facts(['Card', cardId], ['Place', payload.text('name')]),
        text(
          'Its old QR code is not known any more. Please put the new one out, which you can print on its page, unless we have agreed to send it to you.',
        ),
        button('See the card', links.to(`/dashboard/cache-cards/${cardId ?? ''}`)),
      ],
      reason: 'because you own this Cache Card',
    };
  },

  card_missing: (links, payload) => ({
    subject: 'A Cache Card of yours is reported missing',
    preview: 'Two members looked for it and did not find it.',
    heading: 'Is your card still there?',
    body: [
      text('Two members looked for the Cache Card below and did not find it. It is off the map until somebody scans it.'),
      facts(['Card', payload.text('cardId')], ['Place', payload.text('name')]),
      text(
        'If it is still there, scan it yourself when you pass by: that shows it again. If its hint could be clearer, its page is the place to change it.',
      ),
      button('See the card', links.to(`/dashboard/cache-cards/${payload.text('cardId') ?? ''}`)),
    ],
    reason: 'because you placed this Cache Card',
  }),
} satisfies MailTemplates;
