/** The stays of the demo certificates, one for each stage of a stay. */
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types';
import { offerValidSeconds, secondsPerDay } from '#schema/rules.ts';
import type { OfferCost, StayStage, StayWish, Traveler } from '#schema/stays/stay.ts';
import type { Row } from '#scripts/seed/rows.ts';
import { utcDay } from '#worker/domain/time.ts';
import { namedKey } from '#worker/security/seal.ts';
import { sealTraveler } from '#worker/security/traveler.ts';

interface DemoOffer {
  destinationId: string;
  place: string;
  address: string;
  latitude: number;
  longitude: number;
  room: string;
  costs: OfferCost[];
  cancellation: string;
  checkIn: string;
  contact: string;
  costCents: number;
}

const keswick: DemoOffer = {
  destinationId: 'lake-district',
  place: 'Fellside House, Keswick',
  address: '14 Derwent Road, Keswick CA12 5NX, United Kingdom',
  latitude: 54.6013,
  longitude: -3.1347,
  room: 'One-bedroom apartment for 2 adults and 2 children, with kitchen',
  costs: [{ name: 'Cleaning fee', chargedBy: 'the hotel', when: 'at check-in', cents: 6_500 }],
  cancellation: 'Free until 14 days before arrival. After that, the stay cannot be moved or returned.',
  checkIn: 'From 4 pm. The key is in the box next to the green door; the house emails you the code a day before.',
  contact: 'Fellside House, +44 17687 555 0142',
  costCents: 14_200,
};
const freiburg: DemoOffer = {
  destinationId: 'black-forest',
  place: 'Gasthaus zum Rehbock, Freiburg',
  address: 'Talstraße 8, 79102 Freiburg, Germany',
  latitude: 47.9869,
  longitude: 7.8696,
  room: 'Double room with breakfast and a view of the forest',
  costs: [
    { name: 'City tax', chargedBy: 'the hotel', when: 'at check-in', cents: 3_150 },
    { name: 'Cleaning fee', chargedBy: 'the hotel', when: 'at check-in', cents: 6_000 },
  ],
  cancellation: 'Free until 14 days before arrival. After that, the stay cannot be moved or returned.',
  checkIn: 'From 3 pm at the reception.',
  contact: 'Gasthaus zum Rehbock, +49 761 5550 118',
  costCents: 15_800,
};

interface DemoStay {
  stage: StayStage;
  traveler?: Pick<Traveler, 'fullName' | 'birthDate'>;
  wishes?: StayWish[];
  offer?: DemoOffer;
  /** Number of days until arrival; negative if in the past. */
  arrivesInDays?: number;
  nights?: number;
  waitsForDays?: number;
  tookPlace?: boolean;
  comment?: string;
}

const may: StayWish = { destinationId: 'sedona', month: '2027-05', arrival: null, travelers: 2 };
const anywhere: StayWish = { destinationId: null, month: '2027-06', arrival: null, travelers: 2 };

/** Demo stays, keyed by certificate number. */
const demoStays: Record<string, DemoStay> = {
  'VC-DEMA-0004': {
    stage: 'stayed',
    offer: keswick,
    arrivesInDays: -140,
    nights: 3,
    tookPlace: true,
    comment: 'The view from the kitchen!',
  },
  'VC-DEMA-0005': { stage: 'stayed', offer: freiburg, arrivesInDays: -60, nights: 3 },
  'VC-DEMA-0006': { stage: 'expired' },
  'VC-DEMA-0001': {
    stage: 'booked',
    offer: keswick,
    arrivesInDays: 12,
    traveler: { fullName: 'Jonas Lindqvist', birthDate: '1986-04-02' },
  },
  'VC-DEMA-0009': {
    stage: 'offered',
    offer: freiburg,
    arrivesInDays: 94,
    wishes: [may],
    traveler: { fullName: 'Tomás Herrera', birthDate: '1990-09-17' },
  },
  'VC-DEMA-0010': {
    stage: 'wished',
    waitsForDays: 5,
    wishes: [may, anywhere],
    traveler: { fullName: 'Aiko Tanaka', birthDate: '1994-01-30' },
  },
  'VC-DEMA-0011': { stage: 'none', traveler: { fullName: 'Omar Haddad', birthDate: '1979-12-05' } },
  'VC-DEMA-0012': { stage: 'returned' },
};

/** Inserts the demo stays. Call this after inserting the certificates. If `travelerSecret` is missing, the stays have no travelers. */
export async function insertDemoStays(db: D1Database, now: number, travelerSecret: string | undefined): Promise<void> {
  const key = travelerSecret ? await namedKey(travelerSecret, 'traveler') : null;
  const inDays = (days: number) => utcDay(now + days * secondsPerDay);
  const sealed = async ({ traveler }: DemoStay, number: string) =>
    traveler && key ? await sealTraveler([key], { ...traveler, email: 'traveler@demo.test', phone: '+44 20 7946 0123' }, number) : null;
  const stays = await Promise.all(
    Object.entries(demoStays).map(async ([number, stay]) => {
      const { stage, arrivesInDays, nights = 6, offer, tookPlace } = stay;
      const isBooked = stage === 'booked' || stage === 'stayed';
      const isOver = stage === 'stayed' || stage === 'returned' || stage === 'expired';
      return {
        number,
        stage,
        traveler: await sealed(stay, number),
        wishes: JSON.stringify(stay.wishes ?? []),
        waiting_since: stay.waitsForDays === undefined ? null : now - stay.waitsForDays * secondsPerDay,
        arrival: isBooked ? inDays(arrivesInDays ?? 0) : null,
        departure: isBooked ? inDays((arrivesInDays ?? 0) + nights) : null,
        cost_cents: isBooked ? (offer?.costCents ?? null) : null,
        took_place: tookPlace === undefined ? null : Number(tookPlace),
        answered_at: tookPlace === undefined ? null : now - 24 * secondsPerDay,
        accepted_at: isBooked ? now - 30 * secondsPerDay : null,
        comment: stay.comment ?? null,
        closed_at: isOver ? now - 25 * secondsPerDay : null,
      };
    }),
  );
  const offers = Object.entries(demoStays).flatMap(([number, { stage, offer, arrivesInDays = 0, nights = 6 }]) =>
    offer
      ? [
          offerRow(number, offer, {
            isOpen: stage === 'offered',
            arrival: inDays(arrivesInDays),
            departure: inDays(arrivesInDays + nights),
            now,
          }),
        ]
      : [],
  );
  await db.batch([insertByNumber(db, 'stays', stays, ', user_id', ', c.user_id'), insertByNumber(db, 'stay_offers', offers)]);
}

interface OfferFacts {
  isOpen: boolean;
  arrival: string;
  departure: string;
  now: number;
}

function offerRow(number: string, offer: DemoOffer, { isOpen, arrival, departure, now }: OfferFacts): Row {
  const createdAt = now - 2 * secondsPerDay;
  return {
    number,
    destination_id: offer.destinationId,
    place: offer.place,
    address: offer.address,
    latitude: offer.latitude,
    longitude: offer.longitude,
    arrival,
    departure,
    room: offer.room,
    costs: JSON.stringify(offer.costs),
    cancellation: offer.cancellation,
    check_in: offer.checkIn,
    contact: offer.contact,
    cost_cents: offer.costCents,
    status: isOpen ? 'open' : 'accepted',
    created_at: createdAt,
    expires_at: createdAt + offerValidSeconds,
    closed_at: isOpen ? null : createdAt,
  };
}

/** Inserts rows that identify their certificate by `number`. */
function insertByNumber(db: D1Database, table: string, rows: readonly Row[], extraColumns = '', extraValues = ''): D1PreparedStatement {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'number');
  const values = columns.map((column) => `r.value ->> '$.${column}'`).join(', ');
  return db
    .prepare(
      `INSERT INTO ${table} (certificate_id, ${columns.join(', ')}${extraColumns}) SELECT c.id, ${values}${extraValues}
       FROM json_each(?1) r JOIN vacation_certificates c ON c.number = r.value ->> '$.number' ORDER BY r.key`,
    )
    .bind(JSON.stringify(rows));
}
