import { secondsPerDay } from '#schema/rules.ts';
import type { Traveler } from '#schema/stays/stay.ts';
import { type Client, change, row } from '#tests/worker/support/client.ts';

let travelers = 0;

/**
 * Returns a unique traveler; `changes` override the defaults. The day of birth is above 12, because travelers whose day and month are
 * swapped count as one person.
 */
export function newTraveler(changes: Partial<Traveler> = {}): Traveler {
  travelers += 1;
  const birthDate = new Date(Date.UTC(1970, Math.floor(travelers / 16), 13 + (travelers % 16))).toISOString().slice(0, 10);
  return { fullName: 'Ada Traveler', birthDate, email: 'traveler@example.test', phone: '+1 828 555 0100', ...changes };
}

/** Activates a certificate. Members who signed in more than 10 minutes ago need their password. */
export function activate(client: Client, number: string, traveler: Traveler = newTraveler(), currentPassword: string | null = null) {
  return client.post(`/api/vacation-certificates/${number}/activate`, { traveler, currentPassword });
}

/** Activates a certificate without calling the route, for tests of later steps. */
export async function activateForTest(certificateId: number): Promise<void> {
  await change(`UPDATE vacation_certificates SET status = 'activated', activated_at = 1 WHERE id = ?`, certificateId);
  await change(
    'INSERT INTO stays (certificate_id, user_id, traveler, traveler_entered_at) SELECT id, user_id, ?, activated_at FROM vacation_certificates WHERE id = ?',
    'x',
    certificateId,
  );
}

const offer = {
  quote_id: null as string | null,
  destination_id: 'lisbon',
  place: 'Hotel Miradouro, Lisbon',
  address: 'Rua da Graça 1, Lisbon, Portugal',
  arrival: '2027-03-01',
  departure: '2027-03-07',
  room: 'Double room with breakfast',
  costs: JSON.stringify([{ name: 'Tourist tax', chargedBy: 'the hotel', when: 'at check-in', cents: 2_400 }]),
  cancellation: 'Free until 14 days before arrival.',
  check_in: 'From 3 pm at the reception.',
  contact: '+351 21 555 0100',
};

/** Adds an open offer to an activated certificate, as if the member had submitted preferences. Returns the offer's id. */
export async function offerStay(certificateId: number, changes: Partial<typeof offer> = {}): Promise<number> {
  const now = Math.floor(Date.now() / 1_000);
  const values = { certificate_id: certificateId, ...offer, created_at: now, expires_at: now + 7 * secondsPerDay, ...changes };
  await change(`UPDATE stays SET stage = 'offered', waiting_since = NULL WHERE certificate_id = ?`, certificateId);
  const names = Object.keys(values);
  const found = await row<{ id: number }>(
    `INSERT INTO stay_offers (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) RETURNING id`,
    ...Object.values(values),
  );
  return found?.id ?? 0;
}

/** Adds an accepted offer to an activated certificate so that it can be booked. */
export async function acceptStay(certificateId: number): Promise<void> {
  await change(`UPDATE stay_offers SET status = 'accepted', closed_at = 1 WHERE id = ?`, await offerStay(certificateId));
  await change(`UPDATE stays SET accepted_at = ? WHERE certificate_id = ?`, Math.floor(Date.now() / 1_000), certificateId);
}
