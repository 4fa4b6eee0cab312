/** An owner's responses to reports that a card is missing. Product rules: Cards and scans. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contestedReportsSeconds, secondsPerDay } from '#schema/rules.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { placedCard, readIndexedPlace } from '#tests/worker/support/cards/placed-cards.ts';
import { newReporter } from '#tests/worker/support/cards/reporters.ts';
import { advanceClock, change, expectError, newCard, row, setClock, type TestCard } from '#tests/worker/support/client.ts';

const park = { latitude: 35.5951, longitude: -82.5515 };
let owner: DirectMember;
let card: TestCard;
let first: DirectMember;
let second: DirectMember;
beforeEach(async () => {
  setClock('2026-11-23T10:00:00Z');
  owner = await directMember({ role: 'basic' });
  card = await placedCard(owner, park);
  [first, second] = [await newReporter(), await newReporter()];
});
afterEach(() => {
  vi.useRealTimers();
});

const report = ({ client }: DirectMember, { cardId } = card) => client.post(`/api/card/${cardId}/report`);
const answer = (given: string, { client } = owner, { cardId } = card) =>
  client.post(`/api/cache-cards/${cardId}/report-answer`, { answer: given });
const stillThere = () => answer('still_there');
const offTheMap = () => answer('off_the_map');
const statusOf = async ({ id } = card) => (await row<{ status: string }>('SELECT status FROM cache_cards WHERE id = ?', id))?.status;
const open = async () =>
  (await row<{ n: number }>('SELECT count(*) AS n FROM card_reports WHERE card_id = ? AND closed_at IS NULL', card.id))?.n;
const page = async () => (await owner.client.get(`/api/cache-cards/${card.cardId}`)).body;

describe('“It’s still there”', () => {
  test('closes the open reports, so that two new ones are needed', async () => {
    await report(first);
    expect(await stillThere()).toMatchObject({ status: 200, body: { status: 'active' } });
    expect(await open()).toBe(0);
    await report(second);
    expect(await statusOf()).toBe('active');
    await report(first);
    expect(await statusOf()).toBe('missing');
  });

  test('works once a week for a card, even concurrently', async () => {
    await report(first);
    const answers = await Promise.all([stillThere(), stillThere(), stillThere()]);
    expect(answers.map(({ status, body }) => (status === 200 ? body.message : body.code)).sort()).toEqual([
      'Thank you for checking. The reports are closed and your card is active.',
      'card_confirmed_lately',
      'card_confirmed_lately',
    ]);
    await report(second);
    expect(await page()).toMatchObject({ openReports: 1, canConfirmFrom: '2026-11-30T10:00:00.000Z' });
    expectError(await stillThere(), 409, 'card_confirmed_lately');
    expect(await open()).toBe(1);
    advanceClock(7 * secondsPerDay);
    expect(await page()).toMatchObject({ openReports: 1, canConfirmFrom: null });
    expect((await stillThere()).status).toBe(200);
    expect(await open()).toBe(0);
  });

  test('doubles the number of reporters needed in the next 30 days, none of whom may have reported the card before', async () => {
    await report(first);
    await report(second);
    expect(await statusOf()).toBe('missing');
    expect((await stillThere()).status).toBe(200);
    const others = await Promise.all(Array.from({ length: 4 }, () => newReporter()));
    for (const member of [first, second, ...others.slice(0, 3)]) {
      expect((await report(member)).status).toBe(200);
      expect(await statusOf()).toBe('active');
    }
    expect(await page()).toMatchObject({ openReports: 3, uncountedReports: 2 });
    await report(others[3] as DirectMember);
    expect(await statusOf()).toBe('missing');
  });

  test('no longer raises the number of reporters after 30 days', async () => {
    await report(first);
    await report(second);
    await stillThere();
    await change('UPDATE card_reports SET closed_at = closed_at - ? WHERE card_id = ?', contestedReportsSeconds, card.id);
    await report(first);
    expect(await statusOf()).toBe('active');
    await report(second);
    expect(await statusOf()).toBe('missing');
  });

  test('returns a card to the map even within the week, unless a member who found it by its code reports it', async () => {
    await report(first);
    await stillThere();
    const [third, fourth, finder, fifth] = await Promise.all(Array.from({ length: 4 }, () => newReporter()));
    if (!third || !fourth || !finder || !fifth) throw new Error('No reporters');
    await report(third);
    expectError(await stillThere(), 409, 'card_confirmed_lately');
    await report(fourth);
    expect(await statusOf()).toBe('missing');
    expect(await page()).toMatchObject({ canConfirmFrom: null });
    expect(await stillThere()).toMatchObject({ status: 200, body: { status: 'active' } });
    expect(await open()).toBe(0);

    await finder.client.post('/api/scan', { cardId: card.cardId, code: card.code });
    await change('UPDATE card_scans SET scan_date = 1 WHERE card_id = ?', card.id);
    await change('UPDATE card_reports SET is_counted = 0 WHERE card_id = ? AND closed_at IS NOT NULL', card.id);
    await report(finder);
    await report(fifth);
    expect(await statusOf()).toBe('missing');
    expect(await page()).toMatchObject({ canConfirmFrom: '2026-11-30T10:00:00.000Z' });
    expectError(await stillThere(), 409, 'card_confirmed_lately');
    expect(await statusOf()).toBe('missing');
  });

  test('returns a card to the map that reports took off', async () => {
    await report(first);
    await report(second);
    expect(await readIndexedPlace(card)).toBeNull();
    expect(await stillThere()).toMatchObject({ status: 200, body: { status: 'active' } });
    expect(await readIndexedPlace(card)).not.toBeNull();
  });

  test('needs no report, and finders see its week', async () => {
    const other = await directMember();
    expect(await stillThere()).toMatchObject({ body: { message: 'Thank you for checking. Finders can see which week you checked.' } });
    expect(await page()).toMatchObject({ checkedAt: '2026-11-23T10:00:00.000Z', canConfirmFrom: '2026-11-30T10:00:00.000Z' });
    expect((await other.client.get(`/api/cards/${card.id}/details`)).body).toMatchObject({ checkedWeek: '2026-11-23' });
    expectError(await stillThere(), 409, 'card_confirmed_lately');
    const heir = await directMember({ role: 'basic' });
    await change('UPDATE cache_cards SET user_id = ? WHERE id = ?', heir.id, card.id);
    expect(await row('SELECT checked_at AS "at" FROM cache_cards WHERE id = ?', card.id)).toEqual({ at: null });
  });

  test('returns a card that its owner took off the map, as often as they like unless they agreed to a report', async () => {
    for (let round = 1; round <= 2; round += 1) {
      await offTheMap();
      expect(await stillThere()).toMatchObject({ body: { message: 'Your card is back on the map.', status: 'active' } });
      expect(await readIndexedPlace(card)).not.toBeNull();
    }
    await report(first);
    await offTheMap();
    expectError(await stillThere(), 409, 'card_confirmed_lately');
    advanceClock(7 * secondsPerDay);
    expect(await stillThere()).toMatchObject({ body: { status: 'active' } });
  });

  test('concurrently with a report closes it or leaves it open, and never loses it', async () => {
    for (let round = 1; round <= 4; round += 1) {
      card = await placedCard(owner, park);
      const [one, two] = [await newReporter(), await newReporter()];
      await report(one);
      const [answered, reported] = await Promise.all([stillThere(), report(two)]);
      expect([answered.status, reported.status]).toEqual([200, 200]);
      expect(await statusOf()).toBe('active');
      expect(await row('SELECT count(*) AS n FROM card_reports WHERE card_id = ?', card.id)).toEqual({ n: 2 });
      expect(
        await row(`SELECT count(*) AS n FROM card_reports WHERE card_id = ? AND closed_at IS NULL AND answer IS NOT NULL`, card.id),
      ).toEqual({ n: 0 });
    }
  });
});

describe('“Take it off the map”', () => {
  test('takes effect at once, with or without reports, and a scan ends it too', async () => {
    expect(await offTheMap()).toMatchObject({ status: 200, body: { status: 'missing' } });
    expect(await readIndexedPlace(card)).toBeNull();
    expect((await owner.client.get('/api/cache-cards')).body).toMatchObject([{ status: 'missing', isTakenOff: true }]);
    expect((await report(first)).body).toMatchObject({ message: 'Thank you. This Cache Card is already marked as missing.' });
    expect(await open()).toBe(0);
    expect(await offTheMap()).toMatchObject({ status: 200, body: { status: 'missing' } });
    const finder = await directMember();
    expect((await finder.client.post('/api/scan', { cardId: card.cardId, code: card.code })).body).toMatchObject({ tokensEarned: 1 });
    expect(await readIndexedPlace(card)).not.toBeNull();
  });

  test('is what an owner’s own report does, without a verified email, a daily limit or an email to the owner', async () => {
    await change('UPDATE users SET email_verified_at = NULL WHERE id = ?', owner.id);
    const cards = [card, ...(await Promise.all([1, 2, 3].map(() => newCard({ owner: owner.id }))))];
    for (const own of cards) {
      expect(await report(owner, own)).toMatchObject({ status: 200, body: { status: 'missing' } });
      expect(await statusOf(own)).toBe('missing');
    }
    expect(await row('SELECT count(*) AS n FROM card_reports WHERE user_id = ?', owner.id)).toEqual({ n: 0 });
    expect(await row(`SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template LIKE 'card_%'`, owner.id)).toEqual({ n: 0 });
  });

  test('concurrently with a scan leaves the card in the state of the later one', async () => {
    for (let round = 1; round <= 3; round += 1) {
      card = await placedCard(owner, park);
      const finder = await directMember();
      const [scanned, answered] = await Promise.all([
        finder.client.post('/api/scan', { cardId: card.cardId, code: card.code }),
        offTheMap(),
      ]);
      expect([scanned.status, answered.status]).toEqual([200, 200]);
      expect(['active', 'missing']).toContain(await statusOf());
    }
  });
});

describe('an answer', () => {
  test('is for the owner only, and for cards that were placed', async () => {
    await report(first);
    expectError(await answer('still_there', first), 404, 'card_not_found');
    expectError(await answer('off_the_map', second), 404, 'card_not_found');
    expect(await open()).toBe(1);
    const ordered = await newCard({ owner: owner.id, status: 'ordered' });
    expectError(await answer('off_the_map', owner, ordered), 409, 'card_not_placed');
    expectError(await answer('gone'), 400, 'invalid_input');
  });
});
