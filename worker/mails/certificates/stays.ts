/** Emails about stays. Payloads are built in worker/store/stays/stay-mails.ts and worker/store/certificates. */
import { offerDueSeconds, secondsPerDay } from '#schema/rules.ts';
import { returnReasons } from '#worker/domain/certificates/certificate.ts';
import type { Facts, MailTemplates, Payload } from '#worker/mails/content.ts';
import type { Words } from '#worker/words/words.ts';
import { activatedReason, certificatesPage, redeemedReason, returnedTokens, stayFacts } from './certificates.ts';

const tripFacts = (payload: Payload, { t, formatDay }: Words): Facts => ({
  [t('Place')]: payload.text('place'),
  [t('Arrival')]: formatDay(payload.text('arrival')),
  [t('Departure')]: formatDay(payload.text('departure')),
});

/** Values for messages that name the place, such as `Your stay at Hotel Miradouro`, if it is known. */
const readPlace = (payload: Payload) => {
  const place = payload.text('place');
  return { place, hasPlace: place === null ? 'no' : 'yes' };
};

export const stayMails = {
  stay_offered: (payload, _links, words) => {
    const { t, dollars, formatDay } = words;
    const isReplacement = payload.text('isReplacement') !== null;
    return {
      subject: isReplacement ? t('We have a new offer for you') : t('We found a stay for you'),
      text: isReplacement
        ? t(
            'The stay you accepted was no longer available at that price, so we didn’t book it. Here’s another offer. Accept it, or decline it and we’ll find another.',
          )
        : t(
            'Here’s an offer for your stay. Accept it, or decline it and we’ll look for another one. If you don’t respond by the deadline, it counts as declined.',
          ),
      facts: {
        ...tripFacts(payload, words),
        [t('Room')]: payload.text('room'),
        [t('Additional costs')]: dollars(payload.number('costCents')),
        [t('Respond by')]: formatDay(payload.text('answerBy')),
      },
      button: [t('See the offer'), certificatesPage],
      reason: activatedReason(words),
    };
  },

  offer_expired: (payload, _links, words) => ({
    subject: words.t('Your offer has expired'),
    text: words.t(
      'You didn’t respond to our offer before the deadline, so it counts as declined. We’ll look for another stay. If you’d like something else, change your travel preferences.',
    ),
    facts: tripFacts(payload, words),
    button: [words.t('See my travel preferences'), certificatesPage],
    reason: activatedReason(words),
  }),

  stay_booked: (payload, _links, words) => {
    const { t, dollars } = words;
    return {
      subject: t('Your stay is booked'),
      text: t(
        '{hasPlace, select, yes {Your stay at {place} is confirmed.} other {Your stay is confirmed.}} You’ll find everything for your trip on your certificates page.',
        readPlace(payload),
      ),
      facts: {
        ...tripFacts(payload, words),
        [t('Address')]: payload.text('address'),
        [t('Booking reference')]: payload.text('reference'),
        [t('Additional costs')]: dollars(payload.number('costCents')),
        [t('Certificate')]: payload.text('number'),
      },
      button: [t('See my trip'), certificatesPage],
      reason: activatedReason(words),
    };
  },

  stay_withdrawn: (payload, _links, words) => ({
    subject: words.t('We couldn’t book your stay'),
    text: words.t(
      '{hasPlace, select, yes {The stay at {place} you accepted is no longer available.} other {The stay you accepted is no longer available.}} We’re looking for another, and this offer won’t count as declined. If you’d like something else, change your travel preferences.',
      readPlace(payload),
    ),
    facts: tripFacts(payload, words),
    button: [words.t('See my travel preferences'), certificatesPage],
    reason: activatedReason(words),
  }),

  stay_canceled: (payload, _links, words) => ({
    subject: words.t('Your stay was canceled'),
    text: words.t(
      '{hasPlace, select, yes {We’re sorry: our travel partner canceled your stay at {place}.} other {We’re sorry: our travel partner canceled your stay.}} You can change your travel preferences to get another offer, or return the certificate to get your tokens back.',
      readPlace(payload),
    ),
    facts: tripFacts(payload, words),
    button: [words.t('See your options'), certificatesPage],
    reason: activatedReason(words),
  }),

  stay_taken_back: (payload, _links, words) => ({
    subject: words.t('We canceled a booking after your account was recovered'),
    text: words.t(
      'The traveler for certificate {number} was entered shortly before your account was recovered, so we canceled the booking below. Enter the traveler and your travel preferences again, or return the certificate to get your tokens back.',
      { number: payload.text('number') },
    ),
    facts: tripFacts(payload, words),
    button: [words.t('See your options'), certificatesPage],
    reason: activatedReason(words),
  }),

  stay_reminder: (payload, _links, words) => {
    const { t } = words;
    const daysLeft = payload.number('daysLeft');
    return {
      subject:
        daysLeft === null ? t('Your trip starts soon') : t('{daysLeft, plural, one {# day} other {# days}} until your trip', { daysLeft }),
      text: t(
        '{hasPlace, select, yes {Your stay at {place} begins soon.} other {Your stay begins soon.}} The hotel will check the traveler’s passport or ID, so don’t forget to bring it.',
        readPlace(payload),
      ),
      facts: {
        ...tripFacts(payload, words),
        [t('Address')]: payload.text('address'),
        [t('Check-in')]: payload.text('checkIn'),
        [t('Contact')]: payload.text('contact'),
        [t('Booking reference')]: payload.text('reference'),
      },
      button: [t('See my trip'), certificatesPage],
      reason: activatedReason(words),
    };
  },

  stay_question: (payload, _links, words) => ({
    subject: words.t('Did your stay take place?'),
    text: words.t(
      '{hasPlace, select, yes {Your stay at {place} should be over.} other {Your stay should be over.}} Did it take place? Answer with one tap, and tell us if anything went wrong.',
      readPlace(payload),
    ),
    facts: tripFacts(payload, words),
    button: [words.t('Answer'), certificatesPage],
    reason: activatedReason(words),
  }),

  stay_missed: (payload, _links, words) => ({
    subject: words.t('The hotel says nobody arrived'),
    text: words.t(
      '{hasPlace, select, yes {We heard that nobody checked in for your stay at {place}.} other {We heard that nobody checked in for your stay.}} If you were there, or the hotel turned you away, tell us and we’ll look into it.',
      readPlace(payload),
    ),
    facts: { ...tripFacts(payload, words), [words.t('Booking reference')]: payload.text('reference') },
    button: [words.t('Tell us what happened'), certificatesPage],
    reason: activatedReason(words),
  }),

  stay_settled: (payload, _links, words) => ({
    subject: words.t('What we agreed about your stay'),
    text: words.t(
      '{hasPlace, select, yes {You told us your stay at {place} didn’t take place.} other {You told us your stay didn’t take place.}} Here’s what we agreed:',
      readPlace(payload),
    ),
    quote: payload.lines('agreed'),
    facts: { [words.t('Certificate')]: payload.text('number') },
    note: words.t('If this isn’t right, reply to this email.'),
    button: [words.t('See my certificates'), certificatesPage],
    reason: activatedReason(words),
  }),

  stay_expired: (payload, _links, words) => {
    const { t, formatDay } = words;
    return {
      subject: t('Your vacation certificate has expired'),
      text: t('Your certificate expired because no stay was booked before the deadline. If something got in the way, reply to this email.'),
      facts: { ...stayFacts(payload, words), [t('Valid until')]: formatDay(payload.text('validUntil')) },
      button: [t('See my certificates'), certificatesPage],
      reason: activatedReason(words),
    };
  },

  certificate_returned: (payload, _links, words) => {
    const { t } = words;
    return {
      subject: t('Your tokens are back'),
      text: `${describeReturnReason(payload.text('reason'), words)} ${t('Your tokens are back in your balance, and you can redeem them again right away.')}`,
      facts: {
        [t('Certificate')]: words.stored(payload.text('name')),
        [t('Number')]: payload.text('number'),
        [t('Returned')]: returnedTokens(payload.number('tokens'), words),
      },
      button: [t('See my certificates'), certificatesPage],
      reason: redeemedReason(words),
    };
  },
} satisfies MailTemplates;

function describeReturnReason(reason: string | null, { t }: Words): string {
  if (reason === returnReasons.noOffer)
    return t('We couldn’t find a stay for you within {days, plural, one {# day} other {# days}}, so we returned your certificate.', {
      days: offerDueSeconds / secondsPerDay,
    });
  if (reason === returnReasons.traveler) return t('The traveler already has a stay within 12 months, so this certificate was returned.');
  return t('You returned your certificate.');
}
