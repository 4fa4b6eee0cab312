/** Emails about finds and new cards nearby, and which members may see a card's location. Product rules: Finds and notes to owners. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Preferences } from '#schema/accounts/my-data.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { suspend } from '#tests/worker/support/accounts/suspended.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire, unlimited } from '#tests/worker/support/admin/crons.ts';
import { boughtCards, receivePayment } from '#tests/worker/support/cards/bought-cards.ts';
import { newReporter } from '#tests/worker/support/cards/reporters.ts';
import { change, expectError, newCard, row, setClock, type TestCard } from '#tests/worker/support/client.ts';
import { decide } from '#tests/worker/support/reviews/deciding.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { sendDigestsAndNews } from '#worker/jobs/send-digests.ts';
import { unsubscribeToken } from '#worker/security/unsubscribe.ts';
import { createStore } from '#worker/store/store.ts';

/** Starts each test on a Saturday because weekly digests are sent on Mondays. */
beforeEach(() => setClock('2026-11-21T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const run = () => fire('send-digests');
const scan = ({ client }: DirectMember, { cardId, code }: TestCard) => client.post('/api/scan', { cardId, code });
const choose = ({ client }: DirectMember, frequency: string) => client.put<Preferences>('/api/preferences/digest', { frequency });
async function mailsTo({ id }: { id: number }, template: string): Promise<Record<string, unknown>[]> {
  const sql = 'SELECT payload FROM outbox WHERE user_id = ? AND template = ? ORDER BY id';
  const { results } = await env.DB.prepare(sql).bind(id, template).all<{ payload: string }>();
  return results.map(({ payload }) =>
    Object.fromEntries(
      Object.entries(JSON.parse(payload) as Record<string, string>).map(([name, value]) => [
        name,
        value?.startsWith('[') ? JSON.parse(value) : value,
      ]),
    ),
  );
}

/** Returns an environment whose database counts prepared statements. */
function countedEnv() {
  const counts = { statements: 0 };
  const real = env as unknown as Env;
  const DB = {
    prepare: (sql: string) => {
      counts.statements += 1;
      return real.DB.prepare(sql);
    },
    batch: (prepared: D1PreparedStatement[]) => real.DB.batch(prepared),
  } as unknown as D1Database;
  return { env: { ...real, DB }, counts };
}

/** Returns the job's stores, each a single object that a test can spy on. */
function newsStores(workerEnv: Env) {
  const { cardWatches, digests, placeQuestions } = createStore(workerEnv);
  return { cardWatches, digests, placeQuestions };
}

/** Inserts members with a verified email whose referral codes start with `prefix`. */
const insertMembers = (prefix: string, count: number) =>
  change(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO users (email, email_key, password_hash, referral_code, created_at, email_verified_at)
     SELECT ?1 || i || '@x.test', ?1 || i || '@x.test', '!', ?1 || i, 1, 1 FROM n`,
    prefix,
    count,
  );

/** A card name of the maximum length with characters that JSON in JSON stores as seven bytes each. */
const longestName = '\u0001'.repeat(200);

describe('a digest of finds', () => {
  const digests = (member: DirectMember) => mailsTo(member, 'card_digest');

  /** Creates an owner with two cards and the given digest frequency. */
  async function reader(frequency = 'daily') {
    const owner = await directMember({ role: 'basic' });
    const cards = [await newCard({ owner: owner.id }), await newCard({ owner: owner.id })] as const;
    expect(await choose(owner, frequency)).toMatchObject({ status: 200, body: { digest: frequency } });
    return { owner, cards };
  }

  const preferencesOf = async ({ client }: DirectMember) => (await client.get<Preferences>('/api/preferences')).body;
  const buyCard = async (owner: DirectMember) => {
    const order = await boughtCards(owner.id);
    await receivePayment(order);
    return order.cards[0] as TestCard;
  };

  test('is weekly from the first card that a member buys until they choose otherwise', async () => {
    const owner = await directMember({ role: 'basic' });
    expect(await preferencesOf(owner)).toMatchObject({ digest: 'weekly', newCards: null });
    await scan(await directMember(), await buyCard(owner));
    setClock('2026-11-23T06:56:00Z');
    await run();
    expect(await digests(owner)).toMatchObject([{ frequency: 'weekly', findsInAll: '1' }]);
    await choose(owner, 'daily');
    await buyCard(owner);
    expect((await preferencesOf(owner)).digest).toBe('daily');
  });

  test('stays off for a member who unsubscribed or chose never, also when they buy a card and turn other emails on', async () => {
    const owners = [await directMember({ role: 'basic' }), await directMember({ role: 'basic' })] as const;
    const token = await unsubscribeToken((await readConfig(env as unknown as Env)).linkSigningKey, {
      userId: owners[0].id,
      topic: null,
      epoch: 0,
    });
    expect((await owners[0].client.post('/api/unsubscribe', { token })).status).toBe(200);
    expect((await choose(owners[1], 'off')).body.digest).toBe('off');
    for (const owner of owners) {
      await owner.client.patch('/api/preferences', { wantsOptionalMail: true });
      await scan(await directMember(), await buyCard(owner));
      expect((await preferencesOf(owner)).digest).toBe('off');
    }
    setClock('2026-11-23T06:56:00Z');
    await run();
    for (const owner of owners) expect(await digests(owner)).toEqual([]);
    // What happened while the digest was off is not sent later.
    await choose(owners[1], 'daily');
    setClock('2026-11-24T06:56:00Z');
    await run();
    expect(await digests(owners[1])).toEqual([]);
  });

  test('ends when switched off', async () => {
    const { owner, cards } = await reader();
    await scan(await directMember(), cards[0]);
    expect((await choose(owner, 'off')).body.digest).toBe('off');
    setClock('2026-11-22T06:56:00Z');
    await run();
    expect(await digests(owner)).toEqual([]);
    expectError(await choose(owner, 'hourly'), 400, 'invalid_input');
  });

  test('lists the news since the subscription in the morning: finds by card, notes and reports', async () => {
    const { owner, cards } = await reader();
    const [one, two] = [await directMember(), await directMember()];
    await scan(one, cards[0]);
    await scan(two, cards[0]);
    await scan(two, cards[1]);
    await one.client.put(`/api/finds/${cards[0].cardId}/log`, { text: 'A fine view!' });
    for (const { client } of [await newReporter(), await newReporter(), await newReporter(), await directMember()])
      await client.post(`/api/card/${cards[1].cardId}/report`);
    setClock('2026-11-22T05:56:00Z');
    await run();
    expect(await digests(owner)).toEqual([]);
    setClock('2026-11-22T06:56:00Z');
    await run();
    expect(await digests(owner)).toEqual([
      {
        firstName: null,
        frequency: 'daily',
        findsInAll: '3',
        finds: [
          { cardId: cards[0].cardId, name: 'Old mill', finds: 2 },
          { cardId: cards[1].cardId, name: 'Old mill', finds: 1 },
        ],
        moreFinds: '0',
        // Owners learn who found a card after 24 hours.
        logs: [{ cardId: cards[0].cardId, finder: null, text: 'A fine view!' }],
        moreLogs: '0',
        reports: [{ cardId: cards[1].cardId, name: 'Old mill', reports: 3, isMissing: 1 }],
        moreReports: '0',
      },
    ]);
  });

  test('includes everything once, is sent at most once a day, and not at all without news', async () => {
    const { owner, cards } = await reader();
    await scan(await directMember(), cards[0]);
    setClock('2026-11-22T06:56:00Z');
    await Promise.all([run(), run()]);
    await run();
    expect(await digests(owner)).toHaveLength(1);
    setClock('2026-11-23T06:56:00Z');
    await run();
    expect(await digests(owner)).toHaveLength(1);
    await scan(await directMember(), cards[0]);
    // When the job runs three days late, the owner receives a single email about all finds.
    setClock('2026-11-26T09:00:00Z');
    await run();
    expect((await digests(owner)).map(({ findsInAll }) => findsInAll)).toEqual(['1', '1']);
  });

  test('is sent once a day even if the choice is changed and changed back', async () => {
    const { owner, cards } = await reader();
    await scan(await directMember(), cards[0]);
    setClock('2026-11-22T06:56:00Z');
    await run();
    await scan(await directMember(), cards[0]);
    await change('UPDATE digest_choices SET next_at = ? WHERE user_id = ?', Date.parse('2026-11-22T06:00:00Z') / 1_000, owner.id);
    await run();
    expect(await digests(owner)).toHaveLength(1);
  });

  test('is sent on Mondays when weekly', async () => {
    const { owner, cards } = await reader('weekly');
    await scan(await directMember(), cards[0]);
    setClock('2026-11-22T06:56:00Z');
    await run();
    expect(await digests(owner)).toEqual([]);
    setClock('2026-11-23T06:56:00Z');
    await run();
    expect(await digests(owner)).toMatchObject([{ frequency: 'weekly', findsInAll: '1' }]);
  });

  test('loses nothing in a change from daily to weekly', async () => {
    const { owner, cards } = await reader();
    await scan(await directMember(), cards[0]);
    await choose(owner, 'weekly');
    setClock('2026-11-23T06:56:00Z');
    await run();
    expect(await digests(owner)).toMatchObject([{ findsInAll: '1' }]);
  });

  test('omits finds that were taken back, hidden notes, notes of suspended finders and the owner’s own report', async () => {
    const { owner, cards } = await reader();
    const [taken, hidden, kept] = [await directMember(), await directMember(), await directMember()];
    for (const finder of [taken, hidden, kept]) {
      await scan(finder, cards[0]);
      await finder.client.put(`/api/finds/${cards[0].cardId}/log`, { text: 'Hello' });
    }
    await change('UPDATE find_logs SET hidden_at = 1 WHERE user_id = ?', hidden.id);
    await owner.client.post(`/api/card/${cards[1].cardId}/report`);
    const boss = await newAdmin();
    await decide(boss, 'take_back', [taken.id]);
    await suspend(boss, kept.id);
    setClock('2026-11-22T06:56:00Z');
    await run();
    expect(await digests(owner)).toMatchObject([{ findsInAll: '2', logs: [], reports: [] }]);
  });

  test('includes a find for the owner at that time', async () => {
    const { owner, cards } = await reader();
    const heir = (await reader()).owner;
    await scan(await directMember(), cards[0]);
    await change('UPDATE cache_cards SET user_id = ? WHERE id = ?', heir.id, cards[0].id);
    setClock('2026-11-22T06:56:00Z');
    await run();
    expect(await digests(owner)).toMatchObject([{ findsInAll: '1' }]);
    expect(await digests(heir)).toEqual([]);
  });

  test.each([
    ['has unsubscribed', 'wants_optional_mail = 0'],
    ['has not verified the address', 'email_verified_at = NULL'],
    ['is leaving', 'deletion_requested_at = 1'],
    ['is suspended', `suspended_at = 1, suspended_reason = 'Why'`],
  ])('is not sent to a member who %s', async (_, state) => {
    const { owner, cards } = await reader();
    await scan(await directMember(), cards[0]);
    await change(`UPDATE users SET ${state} WHERE id = ?`, owner.id);
    setClock('2026-11-22T06:56:00Z');
    await run();
    expect(await digests(owner)).toEqual([]);
  });

  test('turns optional emails on again when chosen', async () => {
    const { owner } = await reader();
    await owner.client.patch('/api/preferences', { wantsOptionalMail: false });
    expect((await choose(owner, 'weekly')).body).toMatchObject({ wantsOptionalMail: true, digest: 'weekly' });
  });

  test('is erased a week later, because it is about other members; unsent ones are not sent then', async () => {
    const { owner, cards } = await reader();
    await scan(await directMember(), cards[0]);
    setClock('2026-11-22T06:56:00Z');
    await run();
    const readDigestRow = () =>
      row(`SELECT payload = '{}' AS forgotten, status FROM outbox WHERE user_id = ? AND template = 'card_digest'`, owner.id);
    setClock('2026-11-29T06:55:00Z');
    await run();
    expect(await readDigestRow()).toMatchObject({ forgotten: 0 });
    setClock('2026-11-29T06:57:00Z');
    await run();
    expect(await readDigestRow()).toEqual({ forgotten: 1, status: 'dropped' });
  });

  test('continues after an interrupted run, in few statements however many are due', async () => {
    const owner = await directMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id });
    await scan(await directMember(), card);
    await insertMembers('MANY', 250);
    await change(
      `INSERT INTO digest_choices (user_id, frequency, next_at, after_entry_id, after_report_id, told_through)
       SELECT id, 'daily', 1, 0, 0, 0 FROM users WHERE referral_code LIKE 'MANY%' OR id = ?`,
      owner.id,
    );
    const remaining = async () => (await row<{ n: number }>('SELECT count(*) AS n FROM digest_choices WHERE next_at = 1'))?.n;
    const { env: counted, counts } = countedEnv();
    const deps = { store: newsStores(counted), budget: unlimited };
    // The run's time budget is used up after the first batch of digests.
    const sendNews = vi.spyOn(deps.store.digests, 'sendNews');
    await sendDigestsAndNews({ ...deps, budget: { isSpent: () => sendNews.mock.calls.length > 0 } }, Date.now() / 1_000);
    expect(await remaining()).toBe(51);
    const before = counts.statements;
    await sendDigestsAndNews(deps, Date.now() / 1_000);
    expect(await remaining()).toBe(0);
    expect(counts.statements - before).toBeLessThanOrEqual(20);
    expect(await digests(owner)).toHaveLength(1);
  });

  test('reaches every owner even if the digests of one step exceed what D1 can store in one value', async () => {
    await insertMembers('LOUD', 200);
    await change(
      `INSERT INTO digest_choices (user_id, frequency, next_at, after_entry_id, after_report_id, told_through)
       SELECT id, 'daily', 1, 0, 0, 0 FROM users WHERE referral_code LIKE 'LOUD%'`,
    );
    await change(
      `INSERT INTO cache_cards (card_id, code, user_id, status, available_at, location, created_at)
       SELECT 'TC-' || (5000000 + row_number() OVER ()), 'CODE0000', u.id, 'active', 1, ?, 1
       FROM users u, json_each('[0,1,2,3,4,5,6,7,8,9]') n WHERE u.referral_code LIKE 'LOUD%'`,
      longestName,
    );
    await change(
      `INSERT INTO card_reports (card_id, user_id, created_at, is_counted)
       SELECT id, ?, 1, 1 FROM cache_cards WHERE card_id >= 'TC-5000000'`,
      (await directMember()).id,
    );
    await run();
    const sql = `SELECT count(*) AS mails, sum(length(CAST(payload AS BLOB))) > 2000000 AS isLarge FROM outbox
      WHERE user_id IN (SELECT id FROM users WHERE referral_code LIKE 'LOUD%')`;
    expect(await row(sql)).toEqual({ mails: 200, isLarge: 1 });
    expect(await row('SELECT count(*) AS n FROM digest_choices WHERE next_at = 1')).toEqual({ n: 0 });
  });

  test('is sent even if the emails about new cards fail, and the job still reports the failure', async () => {
    const { owner, cards } = await reader();
    const watcher = await directMember();
    await watcher.client.put('/api/preferences/new-cards', { latitude: 0, longitude: 0, radiusKm: 1 });
    await scan(await directMember(), cards[0]);
    await change(`CREATE TRIGGER broken BEFORE UPDATE ON card_watches BEGIN SELECT raise(ABORT, 'broken watches'); END`);
    setClock('2026-11-22T06:56:00Z');
    await expect(run()).rejects.toThrow('broken watches');
    await change('DROP TRIGGER broken');
    expect(await digests(owner)).toHaveLength(1);
  });

  test('reads only the owner’s own rows since the last one, by index', async () => {
    const { results } = await env.DB.prepare(
      `EXPLAIN QUERY PLAN SELECT count(*) FROM digest_choices d CROSS JOIN token_transactions t ON t.user_id = d.user_id AND t.id > d.after_entry_id
       WHERE d.next_at <= 1`,
    ).all<{ detail: string }>();
    const plan = results.map(({ detail }) => detail).join('\n');
    expect(plan).toContain('digest_choices_due (next_at<?)');
    expect(plan).toContain('token_transactions_user (user_id=? AND rowid>?)');
  });
});

describe('an email about new cards near a place', () => {
  const asheville = { latitude: 35.5951, longitude: -82.5515 };
  const watch = ({ client }: DirectMember, fields: Record<string, unknown> = {}) =>
    client.put<Preferences>('/api/preferences/new-cards', { ...asheville, radiusKm: 25, ...fields });
  const news = (member: DirectMember) => mailsTo(member, 'new_cards');

  /** Runs the job and returns the payload that it prepared for the member. */
  async function readPreparedNews({ id }: DirectMember) {
    const store = newsStores(env as unknown as Env);
    const sendNews = vi.spyOn(store.cardWatches, 'sendNews');
    await sendDigestsAndNews({ store, budget: unlimited }, Date.now() / 1_000);
    return sendNews.mock.calls.flatMap(([mails]) => mails).find(({ userId }) => userId === id)?.payload;
  }

  /** Creates a card on the map, `north` degrees north of Asheville. */
  async function shownCard(north = 0, owner?: number): Promise<TestCard> {
    const card = await newCard({ owner: owner ?? (await directMember({ role: 'basic' })).id, placed: true });
    await show(card, north);
    return card;
  }
  async function show({ id }: TestCard, north = 0) {
    const [latitude, longitude] = [asheville.latitude + north, asheville.longitude];
    await change(
      `UPDATE cache_cards SET latitude = ?2, longitude = ?3, visibility = 'exact', shown_latitude_e6 = ?4, shown_longitude_e6 = ?5 WHERE id = ?1`,
      ...[id, latitude, longitude, Math.round(latitude * 1e6), Math.round(longitude * 1e6)],
    );
  }

  test('is sent the next morning, nearest first, within the radius', async () => {
    await shownCard();
    await run();
    const member = await directMember();
    await watch(member);
    await shownCard(0.2);
    await shownCard(0.05);
    await shownCard(0.3);
    setClock('2026-11-22T06:56:00Z');
    await run();
    await run();
    expect(await news(member)).toEqual([
      {
        firstName: null,
        radiusKm: '25',
        count: '2',
        cards: [
          { name: 'Old mill', km: 6 },
          { name: 'Old mill', km: 22 },
        ],
        more: '0',
      },
    ]);
    setClock('2026-11-23T06:56:00Z');
    await run();
    expect(await news(member)).toHaveLength(1);
  });

  test('includes a card once, not again after it was hidden and shown', async () => {
    const member = await directMember();
    const card = await shownCard();
    await run();
    await watch(member);
    await change(`UPDATE cache_cards SET visibility = 'hidden', shown_latitude_e6 = NULL, shown_longitude_e6 = NULL WHERE id = ?`, card.id);
    await run();
    await show(card, 0.01);
    setClock('2026-11-22T06:56:00Z');
    await run();
    expect(await news(member)).toEqual([]);
  });

  test('omits own cards, found ones and those that left the map', async () => {
    const member = await directMember({ role: 'basic' });
    await watch(member);
    await shownCard(0, member.id);
    await scan(member, await shownCard());
    const gone = await shownCard();
    await run();
    await change(`UPDATE cache_cards SET status = 'missing' WHERE id = ?`, gone.id);
    setClock('2026-11-22T06:56:00Z');
    await run();
    expect(await news(member)).toEqual([]);
  });

  test('names at most ten cards, and the total', async () => {
    const member = await directMember();
    await watch(member);
    const owner = await directMember({ role: 'basic' });
    for (let n = 0; n < 12; n += 1) await shownCard(n / 1_000, owner.id);
    setClock('2026-11-22T06:56:00Z');
    await run();
    const [mail] = await news(member);
    expect(mail).toMatchObject({ count: '12', more: '2' });
    expect(mail?.cards).toHaveLength(10);
  });

  test('reaches every watcher even if the emails of one step exceed what D1 can store in one value', async () => {
    await insertMembers('LOOK', 300);
    await change(
      `INSERT INTO card_watches (user_id, latitude, longitude, radius_km, next_at, after_arrival_id)
       SELECT id, 35.6, -82.55, 5, 1, coalesce((SELECT max(id) FROM card_arrivals), 0) FROM users WHERE referral_code LIKE 'LOOK%'`,
    );
    await change(
      `INSERT INTO notification_choices (user_id, topic, channel)
       SELECT id, 'new_cards', 'email' FROM users WHERE referral_code LIKE 'LOOK%'`,
    );
    const owner = await directMember({ role: 'basic' });
    for (let n = 0; n < 10; n += 1) {
      const { id } = await shownCard(n / 1_000, owner.id);
      await change('UPDATE cache_cards SET location = ? WHERE id = ?', longestName, id);
    }
    await run();
    const sql = `SELECT count(*) AS mails, sum(length(CAST(payload AS BLOB))) > 2000000 AS isLarge FROM outbox
      WHERE user_id IN (SELECT id FROM users WHERE referral_code LIKE 'LOOK%')`;
    expect(await row(sql)).toEqual({ mails: 300, isLarge: 1 });
    expect(await row('SELECT count(*) AS n FROM card_watches WHERE next_at = 1')).toEqual({ n: 0 });
  });

  test.each([
    ['has verified the address', '', true],
    ['has not verified the address', 'email_verified_at = NULL', false],
    ['has unsubscribed', 'wants_optional_mail = 0', false],
    ['is leaving', 'deletion_requested_at = 1', false],
    ['is suspended', `suspended_at = 1, suspended_reason = 'Why'`, false],
  ])('is prepared for a member who %s: %s', async (_, state, isPrepared) => {
    const member = await directMember();
    await watch(member);
    if (state) await change(`UPDATE users SET ${state} WHERE id = ?`, member.id);
    await shownCard();
    setClock('2026-11-22T06:56:00Z');
    expect(await readPreparedNews(member)).toEqual(isPrepared ? expect.objectContaining({ count: '1' }) : null);
  });

  test('is prepared for a member who chose only push notifications', async () => {
    const member = await directMember({ isVerified: false });
    await watch(member);
    await change(`UPDATE notification_choices SET channel = 'push' WHERE user_id = ?`, member.id);
    await shownCard();
    setClock('2026-11-22T06:56:00Z');
    expect(await readPreparedNews(member)).toMatchObject({ count: '1' });
    expect(await row('SELECT count(*) AS n FROM push_messages WHERE user_id = ?', member.id)).toEqual({ n: 1 });
    expect(await news(member)).toEqual([]);
  });

  test('stores the place to about 1 km, and the database rejects a more precise one', async () => {
    const member = await directMember();
    expect((await watch(member)).body.newCards).toEqual({ latitude: 35.6, longitude: -82.55, radiusKm: 25 });
    expect((await watch(member, { longitude: 180, radiusKm: 100 })).body.newCards).toEqual({
      latitude: 35.6,
      longitude: -180,
      radiusKm: 100,
    });
    expect(await row('SELECT latitude, longitude FROM card_watches WHERE user_id = ?', member.id)).toEqual({
      latitude: 35.6,
      longitude: -180,
    });
    await expect(change('UPDATE card_watches SET latitude = 35.5951 WHERE user_id = ?', member.id)).rejects.toThrow('card_watches_rounded');
    expect((await member.client.call<Preferences>('DELETE', '/api/preferences/new-cards')).body.newCards).toBeNull();
    await shownCard();
    setClock('2026-11-22T06:56:00Z');
    await run();
    expect(await news(member)).toEqual([]);
  });

  test.each([
    [{ latitude: 91 }, { latitude: 'Latitude must be between -90 and 90' }],
    [{ longitude: -181 }, { longitude: 'Longitude must be between -180 and 180' }],
    [{ radiusKm: 0 }, { radiusKm: 'The radius must be a whole number from 1 to 100 km' }],
    [{ radiusKm: 101 }, { radiusKm: 'The radius must be a whole number from 1 to 100 km' }],
    [{ radiusKm: 2.5 }, { radiusKm: 'The radius must be a whole number from 1 to 100 km' }],
    [{ latitude: '35,6' }, { latitude: 'Latitude must be a number' }],
  ])('rejects %j at its field', async (fields, said) => {
    expect(expectError(await watch(await directMember(), fields), 400, 'invalid_input').fields).toEqual(said);
  });

  test('works across the date line and at the pole', async () => {
    const [east, pole] = [await directMember(), await directMember()];
    await watch(east, { latitude: -17, longitude: 179.99 });
    await watch(pole, { latitude: 90, longitude: 0 });
    const cards = [await shownCard(), await shownCard()];
    await change('UPDATE cache_cards SET shown_latitude_e6 = -17000000, shown_longitude_e6 = -179950000 WHERE id = ?', cards[0]?.id ?? 0);
    await change('UPDATE cache_cards SET shown_latitude_e6 = 89950000, shown_longitude_e6 = 170000000 WHERE id = ?', cards[1]?.id ?? 0);
    setClock('2026-11-22T06:56:00Z');
    await run();
    expect(await news(east)).toMatchObject([{ cards: [{ km: 7 }] }]);
    expect(await news(pole)).toMatchObject([{ cards: [{ km: 6 }] }]);
  });
});

describe('the question who may see a card’s location', () => {
  const mapMails = (member: DirectMember) => mailsTo(member, 'put_on_map');
  const runWalk = async () => {
    // Runs the job three times so that a complete pass covers all owners, wherever the previous pass stopped.
    for (let n = 0; n < 3; n += 1) await run();
  };

  test('is one email about all placed cards of an owner, a week after placing, once ever', async () => {
    const owner = await directMember({ role: 'basic' });
    const cards = [await newCard({ owner: owner.id, placed: true }), await newCard({ owner: owner.id, placed: true })];
    await newCard({ owner: owner.id });
    await runWalk();
    expect(await mapMails(owner)).toEqual([]);
    setClock('2026-11-28T10:00:01Z');
    await Promise.all([run(), run()]);
    await runWalk();
    expect(await mapMails(owner)).toEqual([
      { firstName: null, count: '2', cards: cards.map(({ cardId }) => ({ cardId, name: 'Old mill' })) },
    ]);
    await newCard({ owner: owner.id, placed: true });
    setClock('2026-12-28T10:00:00Z');
    await runWalk();
    expect(await mapMails(owner)).toHaveLength(1);
  });

  test('is not sent to an owner who has answered, unsubscribed, or has no card that others could find', async () => {
    const members = await Promise.all([1, 2, 3].map(() => directMember({ role: 'basic' })));
    const cards = [];
    for (const { id } of members) cards.push(await newCard({ owner: id, placed: true }));
    await change(`UPDATE cache_cards SET visibility = 'hidden' WHERE id = ?`, cards[0]?.id ?? 0);
    await change('UPDATE users SET wants_optional_mail = 0 WHERE id = ?', members[1]?.id ?? 0);
    await change(`UPDATE cache_cards SET status = 'disabled' WHERE id = ?`, cards[2]?.id ?? 0);
    setClock('2026-11-28T10:00:01Z');
    await runWalk();
    for (const member of members) expect(await mapMails(member)).toEqual([]);
  });
});
