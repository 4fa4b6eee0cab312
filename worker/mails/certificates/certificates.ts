/** Emails about certificates. Payloads are built in worker/domain/certificates/certificate.ts and worker/store. */
import { certificateActivationDays, certificateOptions } from '#schema/rules.ts';
import type { Facts, MailTemplates, Payload } from '#worker/mails/content.ts';
import { formatDay, plural } from '#worker/mails/words.ts';

export const certificatesPage = '/dashboard/certificates';
const redeemedReason = 'because you redeemed Treasure Tokens at Cache Cards';
const activatedReason = 'because you activated a vacation certificate at Cache Cards';
export const expiryNote = 'If you miss that date, the certificate expires and its tokens are lost.';

export const certificateMails = {
  /** `review` is the description of a pending review. Until the review is finished, there is no activation deadline. */
  certificate_issued: (payload) => {
    const review = payload.text('review');
    return {
      subject: 'Your vacation certificate is here',
      text:
        review === null
          ? 'Congratulations! Activate your certificate before the deadline, then tell us where you’d like to stay.'
          : `Congratulations! ${review} We’ll email you when it’s done, and you’ll have ${plural(certificateActivationDays, 'day')} to activate your certificate.`,
      facts: {
        Certificate: payload.text('name'),
        Number: payload.text('number'),
        'Activate by': review === null ? formatDay(payload.text('activateBy')) : null,
        'Valid until': formatDay(payload.text('validUntil')),
      },
      button: [review === null ? 'Activate my certificate' : 'See my certificate', payload.text('activationLink') ?? certificatesPage],
      link: ['Open the PDF (sign-in required)', payload.text('pdfUrl') ?? certificatesPage],
      note: review === null ? expiryNote : null,
      reason: redeemedReason,
    };
  },

  certificate_reminder: (payload) => {
    const daysLeft = payload.number('daysLeft');
    return {
      subject: `${daysLeft === null ? 'Not much time' : plural(daysLeft, 'day')} left to activate your certificate`,
      text: 'To activate it, just name the traveler. You can choose your dates later.',
      facts: { Certificate: payload.text('name'), Number: payload.text('number'), 'Activate by': formatDay(payload.text('activateBy')) },
      button: ['Activate my certificate', payload.text('activationLink') ?? certificatesPage],
      note: expiryNote,
      reason: redeemedReason,
    };
  },

  certificate_expired: (payload) => ({
    subject: 'Your certificate has expired',
    text: 'Your certificate wasn’t activated before the deadline, so its tokens are lost. If something got in the way, reply to this email.',
    facts: { ...stayFacts(payload), 'Activate by': formatDay(payload.text('activateBy')) },
    button: ['See my certificates', certificatesPage],
    reason: redeemedReason,
  }),

  certificate_cancelled: (payload) => {
    const tokens = payload.number('tokens');
    return {
      subject: 'Your certificate was canceled and your tokens were returned',
      text: 'We canceled your certificate. You can redeem its tokens again right away. If you have questions, reply to this email.',
      facts: {
        Certificate: payload.text('name'),
        Number: payload.text('number'),
        Returned: tokens === null ? null : plural(tokens, 'Treasure Token'),
      },
      button: ['See my certificates', certificatesPage],
      reason: redeemedReason,
    };
  },

  booking_made: (payload) => ({
    subject: 'Your booking reference changed',
    text: 'Your stay has a new booking reference. Please use it from now on. If you have questions, reply to this email.',
    facts: {
      ...stayFacts(payload),
      'Booking reference': payload.text('reference'),
      'Previous reference': payload.text('previous'),
    },
    button: ['See my certificates', certificatesPage],
    reason: activatedReason,
  }),
} satisfies MailTemplates;

export function stayFacts(payload: Payload): Facts {
  const option = certificateOptions.find(({ type }) => type === payload.text('type'));
  return { Certificate: option?.name ?? null, Number: payload.text('number') };
}
