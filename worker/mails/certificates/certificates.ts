/** Payloads: worker/domain/certificates/certificate.ts, worker/store. */
import { certificateActivationDays, certificateOptions } from '#schema/rules.ts';
import { button, facts, type MailTemplates, note, text } from '#worker/mails/content.ts';
import { dayOf, plural } from '#worker/mails/words.ts';

const certificatesPage = '/dashboard/certificates';

export const certificateMails = {
  /** `review`: text about a pending review; then there is no deadline yet. */
  certificate_issued: (links, payload) => {
    const review = payload.text('review');
    return {
      subject: 'Your vacation certificate is here',
      preview: review ?? `Please activate it by ${dayOf(payload.text('activateBy')) ?? 'the date on it'}.`,
      heading: 'You have earned a vacation!',
      body: [
        text(
          review === null
            ? 'All the cards you found have led you here: this certificate is yours. Please activate it in time; then we book your stay.'
            : `All the cards you found have led you here: this certificate is yours. ${review} We write to you then, and you have ${plural(certificateActivationDays, 'day')} from that mail on to activate it.`,
        ),
        facts(
          ['Certificate', payload.text('name')],
          ['Number', payload.text('number')],
          ['Activate by', review === null ? dayOf(payload.text('activateBy')) : null],
          ['Valid until', dayOf(payload.text('validUntil'))],
        ),
        button(
          review === null ? 'Activate my certificate' : 'See my certificate',
          links.to(payload.text('activationLink') ?? certificatesPage),
        ),
        text('To print or to keep: the certificate as a PDF. Please sign in first, it opens for you alone.'),
        button('Open the PDF', links.to(payload.text('pdfUrl') ?? certificatesPage)),
        note(
          review === null
            ? 'A certificate that is not activated by that day expires, and its tokens do not come back.'
            : 'None of your days are lost while we look at it.',
        ),
      ],
      reason: 'because you redeemed Treasure Tokens at Cache Cards',
    };
  },

  certificate_reminder: (links, payload) => {
    const daysLeft = payload.number('daysLeft');
    return {
      subject:
        daysLeft === null ? 'Your certificate waits to be activated' : `${plural(daysLeft, 'day')} left to activate your certificate`,
      preview: 'It expires when it is not activated in time.',
      heading: 'Your vacation is waiting for you',
      body: [
        text('Your vacation certificate is not activated yet. It takes one tap, and you need not choose a travel date for it.'),
        facts(
          ['Certificate', payload.text('name')],
          ['Number', payload.text('number')],
          ['Activate by', dayOf(payload.text('activateBy'))],
        ),
        button('Activate my certificate', links.to(payload.text('activationLink') ?? certificatesPage)),
        note('A certificate that is not activated by that day expires, and its tokens do not come back.'),
      ],
      reason: 'because you redeemed Treasure Tokens at Cache Cards',
    };
  },

  certificate_expired: (links, payload) => ({
    subject: 'Your certificate has expired',
    preview: 'It was not activated in time.',
    heading: 'Your certificate has expired',
    body: [
      text('Your vacation certificate was not activated in time, and has expired. We are sorry: its tokens do not come back.'),
      facts(
        ['Certificate', stayOf(payload.text('type'))],
        ['Number', payload.text('number')],
        ['Activate by', dayOf(payload.text('activateBy'))],
      ),
      button('Go to my certificates', links.to(certificatesPage)),
      note('Did something keep you from it? Please reply to this mail.'),
    ],
    reason: 'because you redeemed Treasure Tokens at Cache Cards',
  }),

  certificate_cancelled: (links, payload) => {
    const tokens = payload.number('tokens');
    return {
      subject: 'Your certificate was cancelled',
      preview: 'Its tokens are back in your account.',
      heading: 'Your certificate was cancelled',
      body: [
        text('We have cancelled your vacation certificate and given its tokens back to you. You can redeem them again right away.'),
        facts(
          ['Certificate', payload.text('name')],
          ['Number', payload.text('number')],
          ['Given back', tokens === null ? null : plural(tokens, 'Treasure Token')],
        ),
        button('Go to my certificates', links.to(certificatesPage)),
        note('Questions? Please reply to this mail.'),
      ],
      reason: 'because you redeemed Treasure Tokens at Cache Cards',
    };
  },

  booking_made: (links, payload) => ({
    subject: 'Your stay is booked',
    preview: 'Our travel partner has confirmed it.',
    heading: 'Your stay is booked',
    body: [
      text('Our travel partner has confirmed the stay of your vacation certificate. Please keep the reference: they know you by it.'),
      facts(['Certificate', stayOf(payload.text('type'))], ['Number', payload.text('number')], ['Booking', payload.text('reference')]),
      button('Go to my certificates', links.to(certificatesPage)),
    ],
    reason: 'because you activated a vacation certificate at Cache Cards',
  }),

  booking_failed: (links, payload) => ({
    subject: 'Your stay could not be booked yet',
    preview: 'Your certificate stays valid, and we look for another way.',
    heading: 'Your stay could not be booked yet',
    body: [
      text(
        'Our travel partner could not confirm the stay of your vacation certificate. The certificate stays valid: we look for another way to book it, and write to you once we have. You need not do anything.',
      ),
      facts(['Certificate', stayOf(payload.text('type'))], ['Number', payload.text('number')]),
      button('Go to my certificates', links.to(certificatesPage)),
      note('Do you have wishes for your stay, or questions? Please reply to this mail.'),
    ],
    reason: 'because you activated a vacation certificate at Cache Cards',
  }),
} satisfies MailTemplates;

function stayOf(type: string | null): string | null {
  return certificateOptions.find((option) => option.type === type)?.name ?? null;
}
