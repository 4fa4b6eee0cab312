/** Runs the whole Worker against a read replica that lags four seconds behind, and checks that the lag causes no bugs. */
import { expect, test, vi } from 'vitest';
import { localReplicas } from '#tests/support/database/local-replicas.ts';
import { Browser, ReplicatedProduct } from '#tests/support/database/replicated-product.ts';
import { utcDay } from '#worker/domain/time.ts';

vi.mock('#worker/security/password.ts', () => import('#tests/support/accounts/fast-passwords.ts'));

const withReplicas = localReplicas();
const late = (use: (product: ReplicatedProduct) => Promise<void>) =>
  withReplicas({ lagMs: () => 4_000 }, (replicas) => use(new ReplicatedProduct(replicas)));

const cardId = 'TC-1000001';

async function newMember(product: ReplicatedProduct, name = 'ann'): Promise<Browser> {
  const browser = new Browser('198.51.100.1');
  const password = 'pass-word-1';
  const about = { email: `${name}@cards.test`, password, confirmPassword: password, username: name, acceptedTerms: true };
  expect((await product.call(browser, 'POST', '/register', about)).status).toBe(201);
  return browser;
}

const newCard = (product: ReplicatedProduct) =>
  product.change(
    `INSERT INTO cache_cards (card_id, code, status, is_test, available_at, created_at) VALUES ('${cardId}', 'CDE00001', 'active', 0, 1, 1)`,
  );

/** Opens a browser tab with the same cookies but without a database bookmark. */
function tabOf({ address, cookies }: Browser): Browser {
  const tab = new Browser(address);
  for (const [name, value] of cookies) tab.cookies.set(name, value);
  return tab;
}

test('a member who has just signed in is signed in everywhere', () =>
  late(async (product) => {
    const tab = tabOf(await newMember(product));
    expect(await product.call(tab, 'GET', '/user')).toMatchObject({ status: 200, waitedMs: 155 });
    expect((await product.call(tab, 'PATCH', '/user', { firstName: 'Ann' })).status).toBe(200);
  }));

test('a card created a moment ago is found by everyone', () =>
  late(async (product) => {
    const member = await newMember(product);
    await newCard(product);
    const visitor = new Browser('203.0.113.1');
    expect((await product.call(visitor, 'GET', `/card/${cardId}`)).status).toBe(200);
    expect((await product.call(visitor, 'GET', `/qr/${cardId}`)).status).toBe(200);
    expect((await product.call(member, 'POST', '/scan', { cardId })).body).toMatchObject({ tokensEarned: 1 });
  }));

test('a member sees their own latest changes', () =>
  late(async (product) => {
    const member = await newMember(product);
    await newCard(product);
    await product.replicas.catchUp();
    expect((await product.call(member, 'POST', '/scan', { cardId })).waitedMs).toBe(155);
    expect(product.replicas.behind).toBeGreaterThan(0);
    expect((await product.call(member, 'GET', '/user')).body.tokenBalance).toBe(1);
    expect((await product.call(member, 'POST', '/scan', { cardId })).body).toMatchObject({ tokensEarned: 0, tokenBalance: 1 });
  }));

test('a member suspended a moment ago writes nothing', () =>
  late(async (product) => {
    const member = await newMember(product);
    await newCard(product);
    await product.replicas.catchUp();
    await product.change("UPDATE users SET suspended_at = 1, suspended_reason = 'Bots'");
    await product.change('UPDATE sessions SET revoked_at = 1');
    const answer = await product.expectNoWrites(() => product.call(member, 'POST', '/scan', { cardId }));
    expect(answer.status).toBe(401);
  }));

test.each([
  ['was disabled', "UPDATE cache_cards SET status = 'disabled', version = version + 1"],
  ['got another code', "UPDATE cache_cards SET code = 'NEW00001', version = version + 1"],
])('a card that %s a moment ago pays nobody', (_, change) =>
  late(async (product) => {
    const member = await newMember(product);
    await newCard(product);
    await product.replicas.catchUp();
    await product.change(change);
    expect((await product.call(member, 'POST', '/scan', { cardId, code: 'CDE00001' })).status).toBe(404);
    expect(await product.rows('SELECT 1 FROM token_transactions')).toEqual([]);
  }));

test('a find closes a report made a moment ago that the replica does not have yet', () =>
  late(async (product) => {
    const [reporter, finder] = [await newMember(product, 'bob'), await newMember(product)];
    await newCard(product);
    await product.change('UPDATE users SET email_verified_at = 1');
    await product.replicas.catchUp();
    expect((await product.call(reporter, 'POST', `/card/${cardId}/report`)).status).toBe(200);
    expect((await product.call(finder, 'POST', '/scan', { cardId, code: 'CDE00001' })).status).toBe(200);
    expect(await product.rows('SELECT 1 FROM card_reports WHERE closed_at IS NULL')).toEqual([]);
  }));

test('a placement confirmed a moment ago does not pay its owner again', () =>
  late(async (product) => {
    const [finder] = [await newMember(product), await newMember(product, 'bob')];
    await newCard(product);
    await product.change("UPDATE users SET email_verified_at = 1, role = 'basic'");
    await product.change("UPDATE cache_cards SET user_id = (SELECT id FROM users WHERE username = 'bob')");
    await product.change('UPDATE cache_cards SET placement_at = 1');
    await product.replicas.catchUp();
    await product.change('UPDATE cache_cards SET placement_confirmed_at = 2');
    expect((await product.call(finder, 'POST', '/scan', { cardId, code: 'CDE00001' })).body).toMatchObject({ tokensEarned: 1 });
    expect(await product.rows('SELECT 1 FROM token_transactions WHERE kind = 2')).toEqual([]);
  }));

test('a find with the code reactivates a card reported missing a moment ago', () =>
  late(async (product) => {
    const finder = await newMember(product);
    await newCard(product);
    await product.replicas.catchUp();
    await product.change("UPDATE cache_cards SET status = 'missing', version = version + 1");
    expect((await product.call(tabOf(finder), 'POST', '/scan', { cardId, code: 'CDE00001' })).body).toMatchObject({ tokensEarned: 1 });
    expect(await product.rows('SELECT status FROM cache_cards')).toEqual([{ status: 'active' }]);
  }));

test('a replica does not revive an ended session at the edge', () =>
  withReplicas({ lagMs: () => 4_000 }, async (replicas) => {
    const sessions = new Map<string, string>();
    const product = new ReplicatedProduct(replicas, { sessions });
    const member = await newMember(product);
    const tab = tabOf(member);
    await replicas.catchUp();
    await product.call(member, 'POST', '/logout');
    expect(sessions.size).toBe(0);
    await product.call(tab, 'GET', '/user');
    expect(sessions.size).toBe(0);
  }));

test('a member who has just signed in gets the members’ map, which is not cached', () =>
  late(async (product) => {
    const member = await newMember(product);
    await product.change('UPDATE users SET email_verified_at = 1');
    const { response } = await product.answer(
      new Request('https://cards.test/api/cards/in?bbox=-82.6,35.5,-82.5,35.6&zoom=12', {
        headers: { Cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; '), 'CF-Connecting-IP': member.address },
      }),
    );
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  }));

test('unknown ids are counted one by one, also in parallel requests', () =>
  late(async (product) => {
    const member = await newMember(product);
    const guesses = Array.from({ length: 25 }, (_, index) => `/card/TC-90000${String(index).padStart(2, '0')}`);
    const answers = await Promise.all(guesses.map((path) => product.call(member, 'GET', path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(404), ...Array(15).fill(429)]);
    const counted = await product.rows<{ count: number }>("SELECT count FROM rate_counters WHERE key LIKE 'card-miss:%'");
    expect(counted.map(({ count }) => count)).toEqual([10, 10]);
  }));

test.each(['card', 'qr'])('an unknown id looked up at a replica first (%s) is counted once, with one trip to the primary', (kind) =>
  late(async (product) => {
    const member = tabOf(await newMember(product));
    await product.replicas.catchUp();
    const visitor = new Browser('203.0.113.7');
    for (const browser of [visitor, member]) {
      const { status, waitedMs } = await product.call(browser, 'GET', `/${kind}/TC-9000001`);
      expect([status, waitedMs]).toEqual([404, 155]);
    }
    const counted = await product.rows<{ count: number }>("SELECT count FROM rate_counters WHERE key LIKE 'card-miss:%'");
    expect(counted.map(({ count }) => count)).toEqual(counted.map(() => 1));
    expect(counted.length).toBeGreaterThan(3);
  }));

test('scanning an unknown id counts it once, with one trip to the primary', () =>
  late(async (product) => {
    const member = await newMember(product);
    await product.replicas.catchUp();
    const { status, waitedMs } = await product.call(member, 'POST', '/scan', { cardId: 'TC-9000001' });
    expect([status, waitedMs]).toEqual([404, 155]);
    const counted = await product.rows<{ count: number }>("SELECT count FROM rate_counters WHERE key LIKE 'card-miss:%'");
    expect(counted.map(({ count }) => count)).toEqual([1, 1]);
  }));

test('a member over that limit is not paid, although the replica does not know it yet', () =>
  late(async (product) => {
    const member = await newMember(product);
    await newCard(product);
    await product.replicas.catchUp();
    for (let guess = 0; guess < 10; guess += 1) await product.call(member, 'GET', `/card/TC-900000${guess}`);
    expect((await product.call(tabOf(member), 'POST', '/scan', { cardId })).status).toBe(429);
    expect(await product.rows('SELECT 1 FROM token_transactions')).toEqual([]);
  }));

test('fifty finds a day are paid, also if the replica lags', () =>
  late(async (product) => {
    const member = await newMember(product);
    await newCard(product);
    const [{ id } = { id: 0 }] = await product.rows<{ id: number }>('SELECT id FROM users');
    await product.replicas.catchUp();
    await product.change(
      'INSERT INTO member_days (user_id, day, rewarded_scans, codeless_scans) VALUES (?1, ?2, 50, 0)',
      id,
      utcDay(Math.floor(Date.now() / 1_000)),
    );
    expect((await product.call(member, 'POST', '/scan', { cardId, code: 'CDE00001' })).status).toBe(429);
  }));
