/** A member's own finds, and the notes that finders leave for owners. Product rules: Finds and notes to owners. */
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { finderHiddenSeconds, logsPerMember, maxCountedFinds } from '#schema/rules.ts';
import { CardActivity, type FindLog, FindMoment, FoundCards } from '#schema/scans/find.ts';
import { reinstate, suspend } from '#tests/worker/support/accounts/suspended.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import {
  advanceClock,
  type Client,
  change,
  expectError,
  newCard,
  newMember,
  row,
  setClock,
  type TestCard,
} from '#tests/worker/support/client.ts';
import { decide, undoDecision } from '#tests/worker/support/reviews/deciding.ts';

beforeEach(() => setClock('2026-11-21T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const scan = (client: Client, { cardId, code }: TestCard) => client.post('/api/scan', { cardId, code });
const leave = (client: Client, { cardId }: { cardId: string }, text: unknown = 'Found it under the bridge') =>
  client.put<FindLog>(`/api/finds/${cardId}/log`, { text });
async function findsOf(client: Client, query = ''): Promise<FoundCards> {
  const { status, body } = await client.get(`/api/finds${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return v.parse(FoundCards, body);
}
async function activityOf(client: Client, { cardId }: TestCard): Promise<CardActivity> {
  const { status, body } = await client.get(`/api/cache-cards/${cardId}/activity`);
  expect(status, JSON.stringify(body)).toBe(200);
  return v.parse(CardActivity, body);
}

/** Creates a card with an owner, found by another member. */
async function foundCard() {
  const [owner, finder] = [await newMember({ role: 'basic' }), await newMember()];
  const card = await newCard({ owner: owner.id });
  await scan(finder.client, card);
  return { owner, finder, card };
}

describe('a find', () => {
  const momentOf = async (client: Client, { cardId }: { cardId: string }) => {
    const { status, body } = await client.get(`/api/finds/${cardId}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return v.parse(FindMoment, body);
  };

  test('shows its number among the member’s finds, and whether an owner reads notes', async () => {
    const { owner, finder, card } = await foundCard();
    expect(await momentOf(finder.client, card)).toEqual({ number: 1, takesLog: true, paidOwner: true, needsOwner: false });
    const ownerless = await newCard();
    // The find number excludes the member's own cards and other members' finds.
    await scan(finder.client, await newCard({ owner: finder.id }));
    await scan(owner.client, ownerless);
    await scan(finder.client, ownerless);
    expect(await momentOf(finder.client, ownerless)).toEqual({ number: 2, takesLog: false, paidOwner: false, needsOwner: true });
  });

  test('that was taken back is neither counted nor shown', async () => {
    const { finder, card } = await foundCard();
    const other = await newCard({ owner: (await newMember({ role: 'basic' })).id });
    await scan(finder.client, other);
    await decide(await newAdmin(), 'take_back', [finder.id]);
    expectError(await finder.client.get(`/api/finds/${card.cardId}`), 404, 'find_not_found');
  });

  test('does not exist for cards that are not found, one’s own or unknown', async () => {
    const { owner, card } = await foundCard();
    const stranger = await newMember();
    for (const [{ client }, cardId] of [
      [stranger, card.cardId],
      [owner, card.cardId],
      [stranger, 'TC-9999999'],
      [stranger, 'nothing'],
    ] as const)
      expectError(await client.get(`/api/finds/${cardId}`), 404, 'find_not_found');
  });

  test('has no number above the counting limit', async () => {
    const { finder, card } = await foundCard();
    await change(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${maxCountedFinds})
       INSERT INTO cache_cards (card_id, code, status, created_at) SELECT printf('TC-8%06d', i), printf('C%07d', i), 'active', 1 FROM n`,
    );
    await change(
      `INSERT INTO card_scans (card_id, user_id, scan_date, kind, tokens_earned, source, code_was_right, request_key)
       SELECT id, ?1, 1, 0, 1, 2, 1, 'r:' || id FROM cache_cards WHERE card_id BETWEEN 'TC-8000002' AND printf('TC-8%06d', ${maxCountedFinds})`,
      finder.id,
    );
    expect(await momentOf(finder.client, card)).toEqual({ number: null, takesLog: true, paidOwner: true, needsOwner: false });
  });
});

describe('the list of one’s finds', () => {
  test('shows them newest first, by page, with the place’s name and only the member’s own note', async () => {
    const { owner, finder, card } = await foundCard();
    await change(`UPDATE cache_cards SET location = 'Old mill' WHERE id = ?`, card.id);
    const others = [await newCard({ owner: owner.id }), await newCard({ owner: owner.id })];
    for (const other of others) {
      advanceClock(60);
      await scan(finder.client, other);
    }
    await scan(owner.client, card);
    await leave(finder.client, card);
    const first = await findsOf(finder.client, '?limit=2');
    expect(first.finds.map(({ cardId }) => cardId)).toEqual(others.map(({ cardId }) => cardId).reverse());
    const rest = await findsOf(finder.client, `?limit=2&cursor=${first.nextCursor}`);
    expect(rest).toEqual({
      finds: [
        {
          id: expect.any(Number),
          cardId: card.cardId,
          name: 'Old mill',
          foundAt: '2026-11-21T10:00:00.000Z',
          tokens: 1,
          place: null,
          log: { text: 'Found it under the bridge', writtenAt: '2026-11-21T10:02:00.000Z', isThanked: false },
          takesLog: true,
        },
      ],
      nextCursor: null,
    });
    expect(await findsOf(owner.client)).toEqual({ finds: [], nextCursor: null });
  });

  test('keeps a find whose card is disabled, without the name of its place', async () => {
    const { finder, card } = await foundCard();
    await change(`UPDATE cache_cards SET location = 'Old mill', status = 'disabled' WHERE id = ?`, card.id);
    expect((await findsOf(finder.client)).finds).toMatchObject([{ cardId: card.cardId, name: null, takesLog: false }]);
  });

  test('omits finds that were taken back until that is undone', async () => {
    const { owner, finder, card } = await foundCard();
    await leave(finder.client, card);
    const boss = await newAdmin();
    const decision = await decide(boss, 'take_back', [finder.id]);
    expect((await findsOf(finder.client)).finds).toEqual([]);
    expect((await activityOf(owner.client, card)).logs).toEqual([]);
    expectError(await leave(finder.client, card), 404, 'find_not_found');
    await undoDecision(boss, decision);
    expect((await findsOf(finder.client)).finds).toHaveLength(1);
    expect((await activityOf(owner.client, card)).logs).toHaveLength(1);
  });
});

describe('the location of a find', () => {
  const show = (id: number, visibility: string) =>
    change(
      `UPDATE cache_cards SET placement_at = 1, latitude = 35.6, longitude = -82.6, visibility = ?2, shown_latitude_e6 = 35600100,
         shown_longitude_e6 = -82600200 WHERE id = ?1`,
      id,
      visibility,
    );
  const gpxOf = async (client: Client) => {
    const { status, headers, body } = await client.get<string>('/api/finds/gpx');
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('application/gpx+xml; charset=utf-8');
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="cache-cards-found-2026-11-21.gpx"');
    expect(headers.get('Cache-Control')).toBe('private, no-store');
    return body;
  };

  test('is the shown place, in the list and in the GPX file, while the card is on the map', async () => {
    const { finder, card } = await foundCard();
    expect(await gpxOf(finder.client)).not.toContain('<wpt');
    await show(card.id, 'near');
    await change(`UPDATE cache_cards SET location = 'Mill & <Weir>' WHERE id = ?`, card.id);
    expect((await findsOf(finder.client)).finds[0]?.place).toEqual({ latitude: 35.6001, longitude: -82.6002, visibility: 'near' });
    const file = await gpxOf(finder.client);
    expect(file).toContain(
      '<wpt lat="35.600100" lon="-82.600200"><time>2026-11-21T10:00:00.000Z</time>' +
        `<name>${card.cardId}</name><desc>Mill &amp; &lt;Weir&gt;, within about 100 m</desc><link href="https://cards.test/card?id=${card.cardId}">`,
    );
    await finder.client.put('/api/preferences/language', { language: 'de' });
    expect(await gpxOf(finder.client)).toMatch(/<name>Cache Cards, die ich gefunden habe<.*, auf etwa 100 m genau<\/desc>/s);
    await change(`UPDATE cache_cards SET status = 'missing' WHERE id = ?`, card.id);
    expect((await findsOf(finder.client)).finds[0]?.place).toBeNull();
    expect(await gpxOf(finder.client)).not.toContain('<wpt');
  });
});

describe('a note to the owner', () => {
  test('is shown on the owner’s card page with the finder’s name, and a new text replaces it', async () => {
    const { owner, finder, card } = await foundCard();
    expect(await leave(finder.client, card, '  Thanks\n for the   hide! ')).toMatchObject({
      status: 200,
      body: { text: 'Thanks for the hide!', writtenAt: '2026-11-21T10:00:00.000Z', isThanked: false },
    });
    advanceClock(60);
    await leave(finder.client, card, 'Thanks for the hide! 🌲');
    advanceClock(finderHiddenSeconds);
    expect((await activityOf(owner.client, card)).logs).toEqual([
      {
        id: expect.any(Number),
        finder: finder.user.username,
        finderMedal: null,
        text: 'Thanks for the hide! 🌲',
        writtenOn: '2026-11-21',
        isHidden: false,
        isThanked: false,
        isEditedSinceThanks: false,
      },
    ]);
  });

  test('needs a find; otherwise the answer is the same as for an unknown card', async () => {
    const { card } = await foundCard();
    const { client, id } = await newMember({ role: 'basic' });
    expectError(await leave(client, card), 404, 'find_not_found');
    for (const cardId of ['TC-9999999', 'nonsense']) expectError(await leave(client, { cardId }), 404, 'find_not_found');
    const own = await newCard({ owner: id });
    await scan(client, own);
    expectError(await leave(client, own), 404, 'find_not_found');
  });

  test('is rejected when nobody would read it', async () => {
    const { finder, card } = await foundCard();
    await change(`UPDATE cache_cards SET status = 'disabled' WHERE id = ?`, card.id);
    expectError(await leave(finder.client, card), 404, 'card_not_found');
    await change(`UPDATE cache_cards SET status = 'active', user_id = NULL WHERE id = ?`, card.id);
    expectError(await leave(finder.client, card), 409, 'card_without_owner');
    await change('UPDATE cache_cards SET user_id = ? WHERE id = ?', finder.id, card.id);
    expectError(await leave(finder.client, card), 409, 'own_card');
  });

  test.each([
    ['', 'Please write a note for the owner'],
    ['  \n ', 'Please write a note for the owner'],
    [17, 'Please write a note for the owner'],
    ['a'.repeat(281), 'Use at most 280 characters'],
    ['turned ‮ round', 'This contains invisible characters. Please remove them.'],
    ['thanks\u{E0068}\u{E0069}', 'This contains invisible characters. Please remove them.'],
    ['Z\u0321\u0322\u0323\u0324\u0325algo', 'Please remove the extra accents: they cover other lines.'],
  ])('with the text %j is rejected at its field', async (text, message) => {
    const { finder, card } = await foundCard();
    expect(expectError(await leave(finder.client, card, text), 400, 'invalid_input').fields).toEqual({ text: message });
  });

  test('can be deleted by its finder only, repeatedly', async () => {
    const { owner, finder, card } = await foundCard();
    await leave(finder.client, card);
    expect(await owner.client.call('DELETE', `/api/finds/${card.cardId}/log`)).toMatchObject({ status: 200 });
    expect((await activityOf(owner.client, card)).logs).toHaveLength(1);
    for (const _ of [1, 2]) expect(await finder.client.call('DELETE', `/api/finds/${card.cardId}/log`)).toMatchObject({ status: 200 });
    expect((await activityOf(owner.client, card)).logs).toEqual([]);
  });

  test('can be written 50 times a day, even concurrently, and stays one note per find', { tags: 'long' }, async () => {
    const { owner, finder, card } = await foundCard();
    const answers = await Promise.all(Array.from({ length: logsPerMember.limit + 2 }, (_, n) => leave(finder.client, card, `Line ${n}`)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(2);
    for (const answer of refused) expectError(answer, 429, 'too_many_logs');
    expect((await activityOf(owner.client, card)).logs).toHaveLength(1);
    setClock('2026-11-22T00:00:01Z');
    expect(await leave(finder.client, card)).toMatchObject({ status: 200 });
  });

  test('notifies a finder who asked to hear of thanks, once per card', async () => {
    const { owner, finder, card } = await foundCard();
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', finder.id);
    const queued = async () => [
      await row(`SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template = 'thanks'`, finder.id),
      await row(`SELECT count(*) AS n FROM push_messages WHERE user_id = ? AND template = 'thanks'`, finder.id),
    ];
    for (const [isChosen, expected] of [
      [false, 0],
      [true, 1],
      [true, 1],
    ] as const) {
      for (const channel of ['email', 'push'])
        await finder.client.patch('/api/preferences/notifications', { channel, topic: 'thanks', isOn: isChosen });
      await finder.client.call('DELETE', `/api/finds/${card.cardId}/log`);
      await leave(finder.client, card);
      const [log] = (await activityOf(owner.client, card)).logs;
      expect(await owner.client.post(`/api/cache-cards/${card.cardId}/logs/${log?.id}/thank`)).toMatchObject({ status: 200 });
      expect(await queued()).toEqual([{ n: expected }, { n: expected }]);
    }
  });

  test('is hidden from a later owner until it is written again', async () => {
    const { owner, finder, card } = await foundCard();
    await leave(finder.client, card);
    const heir = await newMember({ role: 'basic' });
    await change('UPDATE cache_cards SET user_id = ? WHERE id = ?', heir.id, card.id);
    expectError(await owner.client.get(`/api/cache-cards/${card.cardId}/activity`), 404, 'card_not_found');
    expect((await activityOf(heir.client, card)).logs).toEqual([]);
    await leave(finder.client, card, 'For the new owner');
    expect((await activityOf(heir.client, card)).logs).toMatchObject([{ text: 'For the new owner' }]);
    await change('UPDATE cache_cards SET user_id = ? WHERE id = ?', owner.id, card.id);
    expect((await activityOf(owner.client, card)).logs).toEqual([]);
  });

  test('is hidden while its finder is suspended or leaving, in the data download as well', async () => {
    const { owner, finder, card } = await foundCard();
    await leave(finder.client, card);
    const admin = await newAdmin();
    const countNotes = async () => [
      (await activityOf(owner.client, card)).logs.length,
      (await owner.client.get<{ linesLeftForYou: unknown[] }>('/api/my-data')).body.linesLeftForYou.length,
    ];
    await suspend(admin, finder.id);
    expect(await countNotes()).toEqual([0, 0]);
    await reinstate(admin, finder.id);
    expect(await countNotes()).toEqual([1, 1]);
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', finder.id);
    expect(await countNotes()).toEqual([0, 0]);
  });

  test('can be hidden and shown again by the owner, and stays hidden when its finder changes it, or deletes and rewrites it', async () => {
    const { owner, finder, card } = await foundCard();
    await leave(finder.client, card);
    const [log] = (await activityOf(owner.client, card)).logs;
    const path = `/api/cache-cards/${card.cardId}/logs/${log?.id}`;
    expect(await owner.client.post(`${path}/hide`)).toMatchObject({ status: 200 });
    await leave(finder.client, card, 'Once more');
    expect((await activityOf(owner.client, card)).logs).toMatchObject([{ text: 'Once more', isHidden: true }]);
    expect((await finder.client.call('DELETE', `/api/finds/${card.cardId}/log`)).status).toBe(200);
    expect((await activityOf(owner.client, card)).logs).toEqual([]);
    expect((await findsOf(finder.client)).finds).toMatchObject([{ log: null }]);
    const { body } = await finder.client.get('/api/my-data');
    expect(body).toMatchObject({ linesYouLeft: [] });
    expectError(await owner.client.post(`${path}/show`), 404, 'log_not_found');
    await leave(finder.client, card, 'From scratch');
    expect((await activityOf(owner.client, card)).logs).toMatchObject([{ text: 'From scratch', isHidden: true }]);
    expect(await owner.client.post(`${path}/show`)).toMatchObject({ status: 200 });
    expect((await activityOf(owner.client, card)).logs).toMatchObject([{ isHidden: false }]);
    const stranger = await newMember({ role: 'basic' });
    for (const { client } of [stranger, finder]) expectError(await client.post(`${path}/hide`), 404, 'log_not_found');
    expectError(await owner.client.post(`/api/cache-cards/${card.cardId}/logs/x/hide`), 404, 'log_not_found');
    expect((await activityOf(owner.client, card)).logs).toMatchObject([{ isHidden: false }]);
  });

  test('can be thanked once by its owner, and the finder sees it until they have looked', async () => {
    const { owner, finder, card } = await foundCard();
    await leave(finder.client, card);
    const [log] = (await activityOf(owner.client, card)).logs;
    const path = `/api/cache-cards/${card.cardId}/logs/${log?.id}`;
    await owner.client.post(`${path}/hide`);
    expectError(await owner.client.post(`${path}/thank`), 409, 'log_hidden');
    await owner.client.post(`${path}/show`);
    for (const { client } of [await newMember({ role: 'basic' }), finder])
      expectError(await client.post(`${path}/thank`), 404, 'log_not_found');
    expect((await findsOf(finder.client)).newThanks).toBeUndefined();

    for (const { status } of await Promise.all([1, 2].map(() => owner.client.post(`${path}/thank`)))) expect(status).toBe(200);
    // Thanks do not disclose the finder early.
    expect((await activityOf(owner.client, card)).logs).toMatchObject([{ finder: null, writtenOn: null, isThanked: true }]);
    const { finds, newThanks } = await findsOf(finder.client);
    expect(newThanks).toEqual([{ cardId: card.cardId, name: 'Old mill' }]);
    expect(finds).toMatchObject([{ log: { isThanked: true } }]);
    await owner.client.post('/api/finds/thanks-seen');
    expect((await findsOf(finder.client)).newThanks).toHaveLength(1);
    await finder.client.post('/api/finds/thanks-seen');
    expect((await findsOf(finder.client)).newThanks).toBeUndefined();

    // A changed note stays thanked, but a note to a later owner is a new one.
    expect((await activityOf(owner.client, card)).logs).toMatchObject([{ isEditedSinceThanks: false }]);
    setClock(new Date(Date.now() + 1_000).toISOString());
    expect((await leave(finder.client, card, 'Once more')).body.isThanked).toBe(true);
    expect((await activityOf(owner.client, card)).logs).toMatchObject([{ text: 'Once more', isThanked: true, isEditedSinceThanks: true }]);
    const heir = await newMember({ role: 'basic' });
    await change('UPDATE cache_cards SET user_id = ? WHERE id = ?', heir.id, card.id);
    expect((await leave(finder.client, card)).body.isThanked).toBe(false);
  });
});

describe('card activity for the owner', () => {
  test('shows finds per week from Monday for the last 12 weeks', async () => {
    const { owner, finder, card } = await foundCard();
    setClock('2026-11-23T00:00:00Z');
    await scan((await newMember()).client, card);
    await change(`UPDATE card_scans SET scan_date = unixepoch('2026-09-07') WHERE user_id = ?`, finder.id);
    const { weeks, logs } = await activityOf(owner.client, card);
    expect(weeks.map(({ startsOn }) => startsOn)).toEqual([
      ...['2026-09-07', '2026-09-14', '2026-09-21', '2026-09-28', '2026-10-05', '2026-10-12'],
      ...['2026-10-19', '2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'],
    ]);
    expect(weeks.map(({ finds }) => finds)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(logs).toEqual([]);
    await change(`UPDATE card_scans SET scan_date = unixepoch('2026-09-06') WHERE user_id = ?`, finder.id);
    expect((await activityOf(owner.client, card)).weeks.map(({ finds }) => finds).slice(0, 2)).toEqual([0, 0]);
  });

  test('is visible to the owner only', async () => {
    const { finder, card } = await foundCard();
    expectError(await finder.client.get(`/api/cache-cards/${card.cardId}/activity`), 404, 'card_not_found');
  });
});

test('the list of finds reads only the member’s own ledger rows, so that a scan writes nothing for it', async () => {
  const { results } = await env.DB.prepare(
    `EXPLAIN QUERY PLAN SELECT t.id FROM token_transactions t WHERE t.user_id = 1 AND t.id < 9 AND +t.kind = 0 ORDER BY t.id DESC LIMIT 5`,
  ).all<{ detail: string }>();
  expect(results.map(({ detail }) => detail)).toEqual([expect.stringContaining('USING INDEX token_transactions_user')]);
});
