import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { RedeemResponse, type VacationCertificate } from '#schema/certificates/certificate.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { unlimited } from '#tests/worker/support/admin/crons.ts';
import { newRedeemer } from '#tests/worker/support/certificates/redeemer.ts';
import { newTraveler } from '#tests/worker/support/certificates/stays.ts';
import { type Client, row, type TestMember } from '#tests/worker/support/client.ts';
import type { Quote, TravelProvider } from '#worker/clients/travel-provider.ts';
import { utcDay } from '#worker/domain/time.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { maintainStays } from '#worker/jobs/maintain-stays.ts';
import { createStore } from '#worker/store/store.ts';

export const nowSeconds = () => Math.floor(Date.now() / 1_000);
/** Returns the UTC date `days` days from today, as `YYYY-MM-DD`. */
export const dayIn = (days: number) => utcDay(nowSeconds() + days * secondsPerDay);
export const store = () => createStore(env as unknown as Env);

export interface MemberStay extends TestMember {
  certificateId: number;
  number: string;
}

/** Creates a member with an activated certificate. */
export async function newStay(): Promise<MemberStay> {
  const member = await newRedeemer(120);
  const redeemed = await member.client.post('/api/redeem-certificate', { type: 'global' });
  const { id, number } = v.parse(RedeemResponse, redeemed.body).certificate;
  const traveler = newTraveler({ fullName: 'Zoë Quill', email: 'zoe@example.test' });
  const answer = await member.client.post(`/api/vacation-certificates/${number}/activate`, { traveler });
  if (answer.status !== 200) throw new Error(`Activation failed: ${JSON.stringify(answer.body)}`);
  return { ...member, certificateId: id, number };
}

export interface StoredStay {
  stage: string;
  waitingSince: number | null;
  declinedOffers: number;
  wasCanceled: number;
  arrival: string | null;
  costCents: number | null;
  providerError: string | null;
  unclearSince: number | null;
  traveler: string | null;
  reference: string | null;
  former: string;
  status: string;
  version: number;
  /** Statuses of all of the stay's offers, oldest first. */
  offers: string;
}

export async function readStay({ certificateId }: Pick<MemberStay, 'certificateId'>): Promise<StoredStay> {
  const stay = await row<StoredStay>(
    `SELECT s.stage, s.waiting_since AS "waitingSince", s.declined_offers AS "declinedOffers", s.was_canceled AS "wasCanceled", s.arrival,
       s.cost_cents AS "costCents", s.provider_error AS "providerError", s.unclear_since AS "unclearSince", s.traveler, s.version, c.travel_plug_id AS "reference",
       c.former_references AS "former", c.status,
       coalesce((SELECT group_concat(status, ' ') FROM (SELECT status FROM stay_offers WHERE certificate_id = s.certificate_id ORDER BY id)), '') AS "offers"
     FROM stays s JOIN vacation_certificates c ON c.id = s.certificate_id WHERE s.certificate_id = ?`,
    certificateId,
  );
  if (!stay) throw new Error('No stay');
  return stay;
}

/** Templates of the emails about stays that were queued for a member, oldest first. */
export async function stayMails(userId: number): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `SELECT template FROM outbox WHERE user_id = ? AND (template LIKE '%stay%' OR template IN ('offer_expired', 'certificate_returned')) ORDER BY id`,
  )
    .bind(userId)
    .all<{ template: string }>();
  return results.map(({ template }) => template);
}

export async function wish({ client, number, certificateId }: MemberStay, month = dayIn(120).slice(0, 7)) {
  const { version } = await readStay({ certificateId });
  const wishes = [{ destinationId: 'lisbon', month, arrival: null, travelers: 2 }];
  return client.put<VacationCertificate>(`/api/stays/${number}/wishes`, { wishes, version });
}

export async function accept(client: Client, number: string) {
  const { body } = await client.get<VacationCertificate[]>('/api/vacation-certificates');
  const offerId = body.find((certificate) => certificate.number === number)?.stay?.offer?.id;
  return client.post<VacationCertificate>(`/api/stays/${number}/accept`, { offerId });
}

let quotes = 0;

/** Returns a quote with a unique id; `changes` override the defaults. */
export function newQuote(changes: Partial<Quote> = {}): Quote {
  quotes += 1;
  return {
    quoteId: `Q-${quotes}`,
    destinationId: 'lisbon',
    place: 'Hotel Miradouro, Lisbon',
    address: 'Largo da Graça 82, Lisboa',
    latitude: 38.7,
    longitude: -9.1,
    arrival: dayIn(120),
    departure: dayIn(126),
    room: 'Double room',
    costs: [{ name: 'Tourist tax', chargedBy: 'the hotel', when: 'at check-in', cents: 2_400 }],
    cancellation: 'Free until 14 days before arrival.',
    checkIn: 'From 3 pm.',
    contact: '+351 21 555 0100',
    costCents: 70_000,
    ...changes,
  };
}

/** Creates a fake travel provider. Calls that are not overridden fail the test. */
export function providerWith(calls: Partial<TravelProvider>): TravelProvider {
  const unexpected = async (): Promise<never> => {
    throw new Error('Unexpected call');
  };
  return { catalogue: unexpected, quote: unexpected, book: unexpected, cancel: unexpected, status: unexpected, ...calls };
}

/** Runs the stay job with this travel provider. */
export async function maintain(travel: TravelProvider | null = null, now = nowSeconds()): Promise<void> {
  const { travelerKeys } = await readConfig(env as unknown as Env);
  await maintainStays({ store: store(), budget: unlimited, travel, travelerKeys }, now);
}

/** Creates a stay with an open offer. */
export async function offeredStay(quote: Quote = newQuote()): Promise<MemberStay> {
  const stay = await newStay();
  stay.client.workerEnv = { ...env, TRAVEL_API_BASE: '' } as unknown as Env;
  await wish(stay);
  await maintain(
    providerWith({ quote: async ({ number }) => (number === stay.number ? { status: 'offered', quote } : { status: 'none' }) }),
  );
  return stay;
}

/** Creates a stay that is booked with the provider as `STAY-NUMBER`. */
export async function bookedStay(quote: Quote = newQuote()): Promise<MemberStay> {
  const stay = await offeredStay(quote);
  await accept(stay.client, stay.number);
  const booked = async ({ number }: { number: string }) => ({ status: 'booked' as const, reference: `STAY-${number}`, costCents: 71_000 });
  await maintain(providerWith({ book: booked, quote: async () => ({ status: 'none' }), status: async () => 'booked' }));
  return stay;
}
