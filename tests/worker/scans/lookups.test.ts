import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Answer,
  advanceClock,
  Client,
  change,
  expectError,
  newCard,
  newMember,
  row,
  sessionCookie,
  setClock,
} from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import type { Env } from '#worker/env.ts';
import { sha256 } from '#worker/security/random.ts';

beforeEach(async () => {
  setClock('2026-11-21T10:10:00Z');
  await change('DELETE FROM rate_counters');
});
afterEach(() => {
  vi.useRealTimers();
});

let guesses = 0;
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

describe('a card look-up', () => {
  test('shows its place without owner or code', async () => {
    const owner = await newMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id });
    const answer = await lookUp(new Client(), card.cardId);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({ card: { cardId: card.cardId, location: 'Old mill', description: 'Behind the third stone' } });
  });

  describe('by visitors near one edge location within a minute', () => {
    const countedClient = (workerEnv: Env = env as unknown as Env) => {
      const { env: countedEnv, use } = countingDatabase(workerEnv);
      const client = Object.assign(new Client(), { workerEnv: countedEnv });
      return { client, use };
    };

    test('queries the database once for the card’s page and its QR code', async () => {
      const { client, use } = countedClient();
      const card = await newCard();
      const cachePut = vi.spyOn(caches.default, 'put');
      const first = await lookUp(client, card.cardId);
      const second = await lookUp(client, card.cardId);
      await client.get(`/api/qr/${card.cardId}`);
      expect(second.body).toEqual(first.body);
      expect(second.headers.get('Cache-Control')).toBe('no-store');
      expect(use.roundTrips).toBe(1);
      expect(cachePut.mock.calls[0]?.[1].headers.get('Cache-Control')).toBe('max-age=60');
    });

    test('is not served from the cache to members or with a code', async () => {
      const card = await newCard();
      await lookUp(new Client(), card.cardId);
      await change("UPDATE cache_cards SET status = 'disabled' WHERE id = ?", card.id);
      expect((await lookUp(new Client(), card.cardId)).status).toBe(200);
      const { client } = await newMember();
      expectError(await lookUp(client, card.cardId), 404, 'card_not_found');
      expectError(await new Client().get(`/api/card/${card.cardId}?k=${card.code}`), 404, 'card_not_found');
    });

    test('is not cached for an unknown card: every look-up counts', async () => {
      const { client, use } = countedClient();
      const cardId = unknownId();
      for (let time = 0; time < 2; time += 1) expectError(await lookUp(client, cardId), 404, 'card_not_found');
      // Each lookup takes two round trips: a query to the nearest replica, and a query to the primary that reads the card and increments
      // the miss counter.
      expect(use.roundTrips).toBe(4);
      expect(await row("SELECT max(count) AS n FROM rate_counters WHERE key LIKE 'card-miss:hour:address:%'")).toEqual({ n: 2 });
    });
  });

  test.each([
    ['ordered', 200],
    ['active', 200],
    ['missing', 200],
    ['disabled', 404],
  ])('of a card that is %s returns %i', async (status, expected) => {
    const card = await newCard({ status });
    expect((await lookUp(new Client(), card.cardId)).status).toBe(expected);
    expect((await new Client().get(`/api/qr/${card.cardId}`)).status).toBe(expected);
  });

  test('does not find a card whose order is unpaid', async () => {
    const card = await newCard({ paid: false });
    const { client } = await newMember();
    for (const [, guess] of waysToGuess) expectError(await guess(client, card.cardId), 404, 'card_not_found');
  });

  test('explains that the card could not be found', async () => {
    expect(expectError(await lookUp(new Client()), 404, 'card_not_found').message).toBe('This Cache Card could not be found');
  });

  test('does not find malformed ids and does not count them', async () => {
    const { client } = await newMember();
    for (const malformed of ['TC-123', 'TC-12E4567', '123456', 'TC-12345678', 'XX-1234567']) {
      for (const [, guess] of waysToGuess) expectError(await guess(client, malformed), 404, 'card_not_found');
    }
    await misses(client, 10);
  });
});

describe('guesses by a member', () => {
  test('are blocked after 10 an hour across all routes, then for known ids as well', async () => {
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
    advanceClock(50 * 60 - 1);
    expectSpent(await lookUp(client, card.cardId), 1);
    advanceClock(1);
    expect((await lookUp(client, card.cardId)).status).toBe(200);
  });

  test('are blocked after 20 a day, until midnight UTC', async () => {
    const { client } = await newMember();
    await misses(client, 10);
    advanceClock(3_600);
    await misses(client, 10);
    advanceClock(3_600);
    expectSpent(await lookUp(client), (11 * 60 + 50) * 60);
    advanceClock((11 * 60 + 50) * 60);
    await misses(client, 1);
  });

  test('count for the member at any address, by cookie or token, and for nobody else', async () => {
    const { client, user } = await newMember();
    await misses(client, 10);
    const elsewhere = new Client().bearer(user.token);
    expectSpent(await lookUp(elsewhere), 50 * 60);
    const neighbor = await newMember();
    neighbor.client.address = client.address;
    await misses(neighbor.client, 1);
    await misses(new Client(client.address), 1);
  });

  test('sent 40 at once count exactly 10 and reveal nothing afterwards', async () => {
    const { client, id } = await newMember();
    const cards = await Promise.all(Array.from({ length: 5 }, () => newCard()));
    const answers = await Promise.all(Array.from({ length: 40 }, () => lookUp(client)));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
    expect(await row("SELECT count FROM rate_counters WHERE key = 'card-miss:hour:member:' || ?", String(id))).toEqual({ count: 10 });
    const after = await Promise.all(cards.map(({ cardId }) => lookUp(client, cardId)));
    expect(after.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429]);
  });

  test('do not include look-ups of known cards', async () => {
    const { client } = await newMember();
    const card = await newCard();
    for (let time = 0; time < 15; time += 1) expect((await lookUp(client, card.cardId)).status).toBe(200);
    await misses(client, 10);
  });

  test('include look-ups with a wrong code, which find no card', async () => {
    const { client } = await newMember();
    const card = await newCard();
    for (const code of ['WRONGWRN', 'short', ' ', 'x'.repeat(64), card.code.slice(0, 7)]) {
      expectError(await client.post('/api/scan', { cardId: card.cardId, code }), 404, 'card_not_found');
    }
    await misses(client, 5);
    expectSpent(await client.post('/api/scan', { cardId: card.cardId, code: card.code }), 50 * 60);
  });

  test('with an expired session count for the address', { tags: 'long' }, async () => {
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

describe('guesses by signed-out visitors', () => {
  const spend = (client: Client) => Promise.all(Array.from({ length: 60 }, () => lookUp(client)));

  test('are blocked after 60 an hour per IPv4 address, then for known ids as well', async () => {
    const client = new Client('203.0.113.7');
    const card = await newCard();
    expect((await spend(client)).every(({ status }) => status === 404)).toBe(true);
    expectSpent(await lookUp(client, card.cardId), 50 * 60);
    expectSpent(await client.get(`/api/qr/${card.cardId}`), 50 * 60);
    expect((await lookUp(new Client('203.0.113.8'), card.cardId)).status).toBe(200);
    advanceClock(50 * 60);
    expect((await lookUp(client, card.cardId)).status).toBe(200);
  });

  test('sent 80 at once count exactly 60', async () => {
    const client = new Client('203.0.113.9');
    const answers = await Promise.all(Array.from({ length: 80 }, () => lookUp(client)));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(60);
  });

  test('count together for an IPv6 /64, and separately for the next one', async () => {
    await spend(new Client('2001:db8:1:2::1'));
    expectSpent(await lookUp(new Client('2001:DB8:1:2:ffff:ffff:ffff:ffff')), 50 * 60);
    expectSpent(await lookUp(new Client('2001:0db8:0001:0002:0:0:0:9')), 50 * 60);
    await misses(new Client('2001:db8:1:3::1'), 1);
  });

  test('do not block members at the same address', async () => {
    const { client } = await newMember();
    const card = await newCard();
    await spend(new Client(client.address));
    expect((await lookUp(client, card.cardId)).status).toBe(200);
  });
});

describe('guesses from many addresses of one IPv6 /48 network', () => {
  const guesser = (n: number) => new Client(`2001:db8:48:${n.toString(16)}::1`);

  test('are blocked for all of it after 600 an hour, even 100 concurrent ones from as many /64s', { tags: 'long' }, async () => {
    await misses(guesser(100), 1);
    await change("UPDATE rate_counters SET count = 550 WHERE key LIKE 'card-miss:hour:network:%'");
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => lookUp(guesser(n))));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(50);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50);
    const card = await newCard();
    expectSpent(await lookUp(guesser(999), card.cardId), 50 * 60);
    expect((await lookUp(new Client('2001:db8:49::1'), card.cardId)).status).toBe(200);
    expect((await lookUp(new Client('::ffff:203.0.113.60'), card.cardId)).status).toBe(200);
    advanceClock(50 * 60);
    expect((await lookUp(guesser(999), card.cardId)).status).toBe(200);
  });
});

describe('guesses by all signed-out visitors together', () => {
  const key = 'card-miss:hour:anonymous';
  const withCode = (client: Client, cardId: string, code: string) => client.get(`/api/card/${cardId}?k=${code}`);

  /** Sets the number of unknown ids requested in the current hour. */
  async function setGuesses(count: number): Promise<void> {
    await misses(new Client(), 1);
    await change('UPDATE rate_counters SET count = ? WHERE key = ? AND expires_at > ?', count, key, Date.now() / 1_000);
  }

  function expectSignIn(answer: Answer<unknown>): void {
    const { message } = expectError(answer, 429, 'sign_in_to_look_up');
    expect(message).toContain('Please sign in');
    expect(answer.headers.get('Retry-After')).toBe('3000');
  }

  test('require a sign-in after 5,000 an hour, even concurrently, for known ids too, until the hour ends', async () => {
    const card = await newCard();
    await setGuesses(4_990);
    const answers = await Promise.all(Array.from({ length: 30 }, () => lookUp(new Client())));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10);
    for (const answer of answers.filter(({ status }) => status !== 404)) expectSignIn(answer);
    expectSignIn(await lookUp(new Client(), card.cardId));
    expectSignIn(await new Client().get(`/api/qr/${card.cardId}`));
    advanceClock(50 * 60);
    expect((await lookUp(new Client(), card.cardId)).status).toBe(200);
  });

  test('do not block look-ups with the right code or by members', async () => {
    const card = await newCard();
    const { client } = await newMember();
    await setGuesses(5_000);
    expect((await withCode(new Client(), card.cardId, card.code)).body).toMatchObject({ card: { cardId: card.cardId } });
    expect((await withCode(new Client(), card.cardId, card.code.toLowerCase())).status).toBe(200);
    expect((await new Client().get(`/api/qr/${card.cardId}?k=${card.code}`)).status).toBe(200);
    expect((await lookUp(client, card.cardId)).status).toBe(200);
    expect((await client.post('/api/scan', { cardId: card.cardId })).status).toBe(200);
    await misses(client, 1);
  });

  test('leave the limits per address in force, so that codes cannot be guessed', async () => {
    const card = await newCard();
    await setGuesses(5_000);
    const client = new Client();
    for (let guess = 0; guess < 60; guess += 1) expectSignIn(await withCode(client, card.cardId, `WR0NG0${guess + 10}`));
    expectSpent(await withCode(client, card.cardId, card.code), 50 * 60);
    expect(await row('SELECT max(count) AS count FROM rate_counters WHERE key = ?', key)).toEqual({ count: 5_000 });
  });

  test('include neither members’ look-ups nor cards that were found', async () => {
    const card = await newCard();
    const { client } = await newMember();
    await setGuesses(7);
    await misses(client, 3);
    await lookUp(new Client(), card.cardId);
    await withCode(new Client(), card.cardId, card.code);
    expect(await row('SELECT count FROM rate_counters WHERE key = ? AND expires_at > ?', key, Date.now() / 1_000)).toEqual({ count: 7 });
  });
});

describe('a look-up with a code', () => {
  test('finds the card with the right code; a wrong code finds none and is counted', async () => {
    const card = await newCard();
    const client = new Client();
    expect((await client.get(`/api/card/${card.cardId}?k=${card.code}`)).status).toBe(200);
    for (let guess = 0; guess < 60; guess += 1) {
      expectError(await client.get(`/api/card/${card.cardId}?k=WR0NG0${guess + 10}`), 404, 'card_not_found');
    }
    expectSpent(await client.get(`/api/card/${card.cardId}`), 50 * 60);
  });
});

test('a look-up of a known card takes one round trip, reads at most 10 rows and writes none, whatever was counted', async () => {
  const card = await newCard();
  const member = await newMember();
  const visitor = new Client('2001:db8:50::1');
  await misses(visitor, 3);
  await misses(member.client, 3);
  for (const client of [visitor, member.client]) {
    const { env: countedEnv, use } = countingDatabase(env as unknown as Env);
    client.workerEnv = countedEnv;
    for (const path of [card.cardId, `${card.cardId}?k=${card.code}`]) {
      Object.assign(use, { roundTrips: 0, rowsRead: 0, rowsWritten: 0 });
      expect((await lookUp(client, path)).status).toBe(200);
      expect(use).toMatchObject({ roundTrips: 1, rowsWritten: 0 });
      expect(use.rowsRead).toBeLessThanOrEqual(10);
    }
  }
});

describe('guess counters', () => {
  test('contain no addresses', async () => {
    await misses(new Client('2001:db8:77::1'), 1);
    const keys = await env.DB.prepare('SELECT key FROM rate_counters ORDER BY key').all<{ key: string }>();
    expect(keys.results.map((counter) => counter.key.replace(/:[\w-]{22}$/, ':HASH'))).toEqual([
      'card-miss:hour:address:HASH',
      'card-miss:hour:anonymous',
      'card-miss:hour:network:HASH',
    ]);
  });
});
