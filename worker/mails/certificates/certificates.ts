/** Emails about certificates. Payloads are built in worker/domain/certificates/certificate.ts and worker/store. */
import { certificateActivationDays, certificateOptions } from '#schema/rules.ts';
import type { Facts, MailTemplates, Payload } from '#worker/mails/content.ts';
import type { Words } from '#worker/words/words.ts';

export const certificatesPage = '/dashboard/certificates';
export const redeemedReason = ({ t }: Words) => t('You’re receiving this email because you redeemed Treasure Tokens at Cache Cards.');
export const activatedReason = ({ t }: Words) =>
  t('You’re receiving this email because you activated a vacation certificate at Cache Cards.');
export const expiryNote = ({ t }: Words) => t('If you miss that date, the certificate expires and its tokens are lost.');
export const returnedTokens = (tokens: number | null, { t }: Words) =>
  tokens === null ? null : t('{count, plural, one {# Treasure Token} other {# Treasure Tokens}}', { count: tokens });

export const certificateMails = {
  /** `review` is set while a review is pending, during which there is no activation deadline. It is `first` for a first certificate. */
  certificate_issued: (payload, _links, words) => {
    const { t, formatDay } = words;
    const review = payload.text('review');
    return {
      subject: t('Your vacation certificate is here'),
      text:
        review === null
          ? t('Congratulations! Activate your certificate before the deadline, then tell us where you’d like to stay.')
          : t(
              '{review, select, first {Congratulations! We look at every first certificate, as a rule within two working days.} other {Congratulations! We are looking at this certificate, as a rule within two working days.}} We’ll email you when it’s done, and you’ll have {days, plural, one {# day} other {# days}} to activate your certificate.',
              { review, days: certificateActivationDays },
            ),
      facts: {
        [t('Certificate')]: words.stored(payload.text('name')),
        [t('Number')]: payload.text('number'),
        [t('Activate by')]: review === null ? formatDay(payload.text('activateBy')) : null,
        [t('Valid until')]: formatDay(payload.text('validUntil')),
      },
      button: [
        review === null ? t('Activate my certificate') : t('See my certificate'),
        payload.text('activationLink') ?? certificatesPage,
      ],
      link: [t('Open the PDF (sign-in required)'), payload.text('pdfUrl') ?? certificatesPage],
      note: review === null ? expiryNote(words) : null,
      reason: redeemedReason(words),
    };
  },

  certificate_reminder: (payload, _links, words) => {
    const { t, formatDay } = words;
    const daysLeft = payload.number('daysLeft');
    return {
      subject:
        daysLeft === null
          ? t('Not much time left to activate your certificate')
          : t('{daysLeft, plural, one {# day} other {# days}} left to activate your certificate', { daysLeft }),
      text: t('To activate it, just name the traveler. You can choose your dates later.'),
      facts: {
        [t('Certificate')]: words.stored(payload.text('name')),
        [t('Number')]: payload.text('number'),
        [t('Activate by')]: formatDay(payload.text('activateBy')),
      },
      button: [t('Activate my certificate'), payload.text('activationLink') ?? certificatesPage],
      note: expiryNote(words),
      reason: redeemedReason(words),
    };
  },

  certificate_expired: (payload, _links, words) => {
    const { t, formatDay } = words;
    return {
      subject: t('Your certificate has expired'),
      text: t(
        'Your certificate wasn’t activated before the deadline, so its tokens are lost. If something got in the way, reply to this email.',
      ),
      facts: { ...stayFacts(payload, words), [t('Activate by')]: formatDay(payload.text('activateBy')) },
      button: [t('See my certificates'), certificatesPage],
      reason: redeemedReason(words),
    };
  },

  certificate_cancelled: (payload, _links, words) => {
    const { t } = words;
    return {
      subject: t('Your certificate was canceled and your tokens were returned'),
      text: t('We canceled your certificate. You can redeem its tokens again right away. If you have questions, reply to this email.'),
      facts: {
        [t('Certificate')]: words.stored(payload.text('name')),
        [t('Number')]: payload.text('number'),
        [t('Returned')]: returnedTokens(payload.number('tokens'), words),
      },
      button: [t('See my certificates'), certificatesPage],
      reason: redeemedReason(words),
    };
  },

  booking_made: (payload, _links, words) => {
    const { t } = words;
    return {
      subject: t('Your booking reference changed'),
      text: t('Your stay has a new booking reference. Please use it from now on. If you have questions, reply to this email.'),
      facts: {
        ...stayFacts(payload, words),
        [t('Booking reference')]: payload.text('reference'),
        [t('Previous reference')]: payload.text('previous'),
      },
      button: [t('See my certificates'), certificatesPage],
      reason: activatedReason(words),
    };
  },
} satisfies MailTemplates;

export function stayFacts(payload: Payload, { t, stored }: Words): Facts {
  const option = certificateOptions.find(({ type }) => type === payload.text('type'));
  return { [t('Certificate')]: stored(option?.name ?? null), [t('Number')]: payload.text('number') };
}
