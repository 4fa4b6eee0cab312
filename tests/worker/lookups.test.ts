/** Looking cards up by their id, and the limits on guessing ids. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sha256 } from '#worker/security/random.ts';
import { type Answer, Client, change, expectError, later, newCard, newMember, row, sessionCookie, setClock } from './client.ts';

beforeEach(() => setClock('2026-11-21T10:10:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

let guesses = 0;
/** An id that no card has. */
function unknownId(): string {
  guesses += 1;
  return `TC-9${String(guesses).padStart(6, '0')}`;
}

const lookUp = (client: Client, cardId = unknownId()) => client.get(`/api/card/${cardId}`);
const waysToGuess: [string, (client: Client, cardId: string) => Promise<Answer<unknown>>][] = [
  ['/api/card', (client, cardId) => client.get(`/api/card/${cardId}`)],
  ['/api/qr', (client, cardId) => client.get(`/api/qr/${cardId}`)],
  ['/api/scan', (client, cardId) => client.post('/api/scan', { cardId })],
  ['a report', (client, cardId) => client.post(`/api/card/${cardId}/report`)],
];

async function misses(client: Client, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) expectError(await lookUp(client), 404, 'card_not_found');
}

function expectSpent(answer: Answer<unknown>, retryAfterSeconds: number): void {
  expectError(answer, 429, 'too_many_unknown_cards');
  expect(Number(answer.headers.get('Retry-After'))).toBe(retryAfterSeconds);
}

describe('looking a card up', () => {
  test('tells anybody its place, and nothing of its owner or code', async () => {
    const owner = await newMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id });
    const answer = await lookUp(new Client(), card.cardId);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({ card: { cardId: card.cardId, location: 'Old mill', description: 'Behind the third stone' } });
  });

  test.each([
    ['ordered', 200],
    ['active', 200],
    ['missing', 200],
    ['disabled', 404],
  ])('a card that is %s answers %i', async (status, expected) => {
    const card = await newCard({ status });
    expect((await lookUp(new Client(), card.cardId)).status).toBe(expected);
    expect((await new Client().get(`/api/qr/${card.cardId}`)).status).toBe(expected);
  });

  test('a card whose order is unpaid is not found', async () => {
    const card = await newCard({ paid: false });
    const { client } = await newMember();
    for (const [, guess] of waysToGuess) expectError(await guess(client, card.cardId), 404, 'card_not_found');
  });

  test('says what cannot be found', async () => {
    expect(expectError(await lookUp(new Client()), 404, 'card_not_found').message).toBe('This Cache Card could not be found');
  });

  test('malformed ids are not found, and not counted either', async () => {
    const { client } = await newMember();
    for (const malformed of ['TC-123', 'tc-1234567', '1234567', 'TC-12345678', 'XX-1234567']) {
      for (const [, guess] of waysToGuess) expectError(await guess(client, malformed), 404, 'card_not_found');
    }
    await misses(client, 10);
  });
});

describe('a member’s guesses', () => {
  test('end after 10 in an hour, however they are made; then known ids are closed too', async () => {
    const { client } = await newMember();
    const card = await newCard();
    for (let guess = 0; guess < 10; guess += 1) {
      const way = waysToGuess[guess % waysToGuess.length]?.[1];
      expectError((await way?.(client, unknownId())) as Answer<unknown>, 404, 'card_not_found');
    }
    for (const [, ask] of waysToGuess) {
      expectSpent(await ask(client, unknownId()), 50 * 60);
      expectSpent(await ask(client, card.cardId), 50 * 60);
    }
    later(50 * 60 - 1);
    expectSpent(await lookUp(client, card.cardId), 1);
    later(1);
    expect((await lookUp(client, card.cardId)).status).toBe(200);
  });

  test('end after 20 in a day, until midnight UTC', async () => {
    const { client } = await newMember();
    await misses(client, 10);
    later(3_600);
    await misses(client, 10);
    later(3_600);
    expectSpent(await lookUp(client), (11 * 60 + 50) * 60);
    later((11 * 60 + 50) * 60);
    await misses(client, 1);
  });

  test('count for the member wherever they are, by cookie or token, and for nobody else', async () => {
    const { client, user } = await newMember();
    await misses(client, 10);
    const elsewhere = new Client().bearer(user.token);
    expectSpent(await lookUp(elsewhere), 50 * 60);
    const neighbour = await newMember();
    neighbour.client.address = client.address;
    await misses(neighbour.client, 1);
    await misses(new Client(client.address), 1);
  });

  test('40 at once count exactly 10 and disclose nothing after', async () => {
    const { client, id } = await newMember();
    const cards = await Promise.all(Array.from({ length: 5 }, () => newCard()));
    const answers = await Promise.all(Array.from({ length: 40 }, () => lookUp(client)));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
    expect(await row("SELECT count FROM rate_counters WHERE key = 'card-miss:hour:member:' || ?", String(id))).toEqual({ count: 10 });
    const after = await Promise.all(cards.map(({ cardId }) => lookUp(client, cardId)));
    expect(after.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429]);
  });

  test('finding known cards counts nothing', async () => {
    const { client } = await newMember();
    const card = await newCard();
    for (let time = 0; time < 15; time += 1) expect((await lookUp(client, card.cardId)).status).toBe(200);
    await misses(client, 10);
  });

  test('a wrong code makes a card unknown, and is counted', async () => {
    const { client } = await newMember();
    const card = await newCard();
    for (const code of ['WRONGWRN', 'short', ' ', 'x'.repeat(64), card.code.slice(0, 7)]) {
      expectError(await client.post('/api/scan', { cardId: card.cardId, code }), 404, 'card_not_found');
    }
    await misses(client, 5);
    expectSpent(await client.post('/api/scan', { cardId: card.cardId, code: card.code }), 50 * 60);
  });

  test('with a session that has ended count for the address', async () => {
    const { client, user } = await newMember();
    const hash = await sha256(client.cookies.get(sessionCookie) ?? '');
    await client.bearer(user.token).post('/api/logout');
    await env.SESSIONS.put(`session:${hash}`, String(user.id));
    await misses(client, 12);
    for (let time = 0; time < 48; time += 1) await lookUp(client);
    expectSpent(await lookUp(client), 50 * 60);
    expectSpent(await lookUp(new Client(client.address)), 50 * 60);
    expectError(await client.post('/api/scan', { cardId: unknownId() }), 401, 'not_signed_in');
  });
});

describe('guesses of who is not signed in', () => {
  const spend = (client: Client) => Promise.all(Array.from({ length: 60 }, () => lookUp(client)));

  test('end after 60 in an hour for an IPv4 address; then known ids are closed too', async () => {
    const client = new Client('203.0.113.7');
    const card = await newCard();
    expect((await spend(client)).every(({ status }) => status === 404)).toBe(true);
    expectSpent(await lookUp(client, card.cardId), 50 * 60);
    expectSpent(await client.get(`/api/qr/${card.cardId}`), 50 * 60);
    expect((await lookUp(new Client('203.0.113.8'), card.cardId)).status).toBe(200);
    later(50 * 60);
    expect((await lookUp(client, card.cardId)).status).toBe(200);
  });

  test('80 at once count exactly 60', async () => {
    const client = new Client('203.0.113.9');
    const answers = await Promise.all(Array.from({ length: 80 }, () => lookUp(client)));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(60);
  });

  test('are shared by an IPv6 /64, and not with the next', async () => {
    await spend(new Client('2001:db8:1:2::1'));
    expectSpent(await lookUp(new Client('2001:DB8:1:2:ffff:ffff:ffff:ffff')), 50 * 60);
    expectSpent(await lookUp(new Client('2001:0db8:0001:0002:0:0:0:9')), 50 * 60);
    await misses(new Client('2001:db8:1:3::1'), 1);
  });

  test('do not close the card to a member at the same address', async () => {
    const { client } = await newMember();
    const card = await newCard();
    await spend(new Client(client.address));
    expect((await lookUp(client, card.cardId)).status).toBe(200);
  });
});

describe('rows of guesses', () => {
  test('hold no address', async () => {
    await change('DELETE FROM rate_counters');
    await misses(new Client('203.0.113.77'), 1);
    const counter = await row<{ key: string }>('SELECT key FROM rate_counters');
    expect(counter?.key).toMatch(/^card-miss:hour:address:[\w-]{22}$/);
    expect(counter?.key).not.toContain('203');
  });
});
