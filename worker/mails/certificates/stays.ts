/** Emails about stays. Payloads are built in worker/store/stays/stay-mails.ts and worker/store/certificates. */
import { offerDueSeconds, secondsPerDay } from '#schema/rules.ts';
import { returnReasons } from '#worker/domain/certificates/certificate.ts';
import type { Facts, MailTemplates, Payload } from '#worker/mails/content.ts';
import { dollars, formatDay, plural } from '#worker/mails/words.ts';
import { certificatesPage, stayFacts } from './certificates.ts';

const reason = 'because you activated a vacation certificate at Cache Cards';

const tripFacts = (payload: Payload): Facts => ({
  Place: payload.text('place'),
  Arrival: formatDay(payload.text('arrival')),
  Departure: formatDay(payload.text('departure')),
});

/** Formats the location, such as ` at Hotel Miradouro`; returns an empty string if there is none. */
const at = (payload: Payload) => (payload.text('place') === null ? '' : ` at ${payload.text('place')}`);

export const stayMails = {
  stay_offered: (payload) => ({
    subject: payload.text('isReplacement') === null ? 'We found a stay for you' : 'We have a new offer for you',
    text:
      payload.text('isReplacement') === null
        ? 'Here’s an offer for your stay. Accept it, or decline it and we’ll look for another one. If you don’t respond by the deadline, it counts as declined.'
        : 'The stay you accepted was no longer available at that price, so we didn’t book it. Here’s another offer. Accept it, or decline it and we’ll find another.',
    facts: {
      ...tripFacts(payload),
      Room: payload.text('room'),
      'Additional costs': dollars(payload.number('costCents')),
      'Respond by': formatDay(payload.text('answerBy')),
    },
    button: ['See the offer', certificatesPage],
    reason,
  }),

  offer_expired: (payload) => ({
    subject: 'Your offer has expired',
    text: 'You didn’t respond to our offer before the deadline, so it counts as declined. We’ll look for another stay. If you’d like something else, change your travel preferences.',
    facts: tripFacts(payload),
    button: ['See my travel preferences', certificatesPage],
    reason,
  }),

  stay_booked: (payload) => ({
    subject: 'Your stay is booked',
    text: `Your stay${at(payload)} is confirmed. You’ll find everything for your trip on your certificates page.`,
    facts: {
      ...tripFacts(payload),
      Address: payload.text('address'),
      'Booking reference': payload.text('reference'),
      'Additional costs': dollars(payload.number('costCents')),
      Certificate: payload.text('number'),
    },
    button: ['See my trip', certificatesPage],
    reason,
  }),

  stay_withdrawn: (payload) => ({
    subject: 'We couldn’t book your stay',
    text: `The stay${at(payload)} you accepted is no longer available. We’re looking for another, and this offer won’t count as declined. If you’d like something else, change your travel preferences.`,
    facts: tripFacts(payload),
    button: ['See my travel preferences', certificatesPage],
    reason,
  }),

  stay_canceled: (payload) => ({
    subject: 'Your stay was canceled',
    text: `We’re sorry: our travel partner canceled your stay${at(payload)}. You can change your travel preferences to get another offer, or return the certificate to get your tokens back.`,
    facts: tripFacts(payload),
    button: ['See your options', certificatesPage],
    reason,
  }),

  stay_reminder: (payload) => {
    const daysLeft = payload.number('daysLeft');
    return {
      subject: daysLeft === null ? 'Your trip starts soon' : `${plural(daysLeft, 'day')} until your trip`,
      text: `Your stay${at(payload)} begins soon. The hotel will check the traveler’s passport or ID, so don’t forget to bring it.`,
      facts: {
        ...tripFacts(payload),
        Address: payload.text('address'),
        'Check-in': payload.text('checkIn'),
        Contact: payload.text('contact'),
        'Booking reference': payload.text('reference'),
      },
      button: ['See my trip', certificatesPage],
      reason,
    };
  },

  stay_question: (payload) => ({
    subject: 'Did your stay take place?',
    text: `Your stay${at(payload)} should be over. Did it take place? Answer with one tap, and tell us if anything went wrong.`,
    facts: tripFacts(payload),
    button: ['Answer', certificatesPage],
    reason,
  }),

  stay_missed: (payload) => ({
    subject: 'The hotel says nobody arrived',
    text: `We heard that nobody checked in for your stay${at(payload)}. If you were there, or the hotel turned you away, tell us and we’ll look into it.`,
    facts: { ...tripFacts(payload), 'Booking reference': payload.text('reference') },
    button: ['Tell us what happened', certificatesPage],
    reason,
  }),

  stay_settled: (payload) => ({
    subject: 'What we agreed about your stay',
    text: `You told us your stay${at(payload)} didn’t take place. Here’s what we agreed:`,
    quote: payload.lines('agreed'),
    facts: { Certificate: payload.text('number') },
    note: 'If this isn’t right, reply to this email.',
    button: ['See my certificates', certificatesPage],
    reason,
  }),

  stay_expired: (payload) => ({
    subject: 'Your vacation certificate has expired',
    text: 'Your certificate expired because no stay was booked before the deadline. If something got in the way, reply to this email.',
    facts: { ...stayFacts(payload), 'Valid until': formatDay(payload.text('validUntil')) },
    button: ['See my certificates', certificatesPage],
    reason,
  }),

  certificate_returned: (payload) => {
    const tokens = payload.number('tokens');
    return {
      subject: 'Your tokens are back',
      text: `${describeReturnReason(payload.text('reason'))} Your tokens are back in your balance, and you can redeem them again right away.`,
      facts: {
        Certificate: payload.text('name'),
        Number: payload.text('number'),
        Returned: tokens === null ? null : plural(tokens, 'Treasure Token'),
      },
      button: ['See my certificates', certificatesPage],
      reason: 'because you redeemed Treasure Tokens at Cache Cards',
    };
  },
} satisfies MailTemplates;

function describeReturnReason(reason: string | null): string {
  if (reason === returnReasons.noOffer)
    return `We couldn’t find a stay for you within ${plural(offerDueSeconds / secondsPerDay, 'day')}, so we returned your certificate.`;
  if (reason === returnReasons.traveler) return 'The traveler already has a stay within 12 months, so this certificate was returned.';
  return 'You returned your certificate.';
}
