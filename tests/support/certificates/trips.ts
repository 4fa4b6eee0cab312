/** Creates mock certificates with stays in the format of the API response. */
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import type { Stay, StayOffer, Traveler } from '#schema/stays/stay.ts';

const dayMs = 86_400_000;
export const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
/** Returns the UTC date that is the given number of days from today, as `YYYY-MM-DD`. */
export const dayIn = (days: number) => inDays(days).slice(0, 10);

export function certificate(changes: Partial<VacationCertificate> = {}): VacationCertificate {
  return {
    id: 1,
    number: 'VC-7K2M-9QXA',
    type: 'global',
    tokensRedeemed: 120,
    activationLink: 'https://cards.test/dashboard/certificates/VC-7K2M-9QXA/activate',
    pdfUrl: 'https://cards.test/api/vacation-certificates/VC-7K2M-9QXA/certificate.pdf',
    status: 'active',
    review: 'passed',
    travelPlugId: null,
    stay: null,
    createdAt: inDays(-10),
    activateBy: inDays(20.01),
    validUntil: inDays(355),
    activatedAt: null,
    cancelledAt: null,
    cancelReason: null,
    ...changes,
  };
}

export const traveler: Traveler = {
  fullName: 'Inês Müller',
  birthDate: '1990-02-28',
  email: 'ines@demo.test',
  phone: '+351 21 555 0100',
};

export function stay(changes: Partial<Stay> = {}): Stay {
  return {
    stage: 'none',
    traveler,
    canCorrectTraveler: true,
    wishes: [],
    offerDueBy: null,
    offer: null,
    declinedOffers: 0,
    isBeingChecked: false,
    mayReturn: false,
    tookPlace: null,
    isNoShow: false,
    version: 3,
    ...changes,
  };
}

export function offer(changes: Partial<StayOffer> = {}): StayOffer {
  return {
    id: 7,
    destinationId: 'lisbon',
    place: 'Lisbon, Portugal',
    address: 'Rua das Flores 12, Lisboa',
    latitude: 38.71,
    longitude: -9.14,
    arrival: dayIn(12),
    departure: dayIn(17),
    room: 'Double room with balcony',
    costs: [
      { name: 'City tax', chargedBy: 'the hotel', when: 'at check-in', cents: 4_000 },
      { name: 'Service fee', chargedBy: 'the travel provider', when: 'when you accept the offer', cents: 5_950 },
    ],
    cancellation: 'Free until 14 days before arrival.',
    checkIn: 'From 3 pm at the front desk.',
    contact: 'Hotel Flores, +351 21 555 0199 or front@flores.test',
    status: 'open',
    expiresAt: inDays(6.01),
    ...changes,
  };
}

/** Returns an activated certificate with a stay that has the given properties. */
export function trip(changes: Partial<Stay>, of: Partial<VacationCertificate> = {}): VacationCertificate {
  return certificate({ status: 'activated', activatedAt: inDays(-5), stay: stay(changes), ...of });
}

export const offeredTrip = (changes: Partial<StayOffer> = {}, more: Partial<Stay> = {}) =>
  trip({ stage: 'offered', offer: offer(changes), ...more });
export const bookedTrip = (changes: Partial<StayOffer> = {}) =>
  trip({ stage: 'booked', canCorrectTraveler: false, offer: offer({ status: 'accepted', ...changes }) }, { travelPlugId: 'HTL-4711' });
