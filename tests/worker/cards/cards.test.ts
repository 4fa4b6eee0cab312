import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OwnCard, OwnCardPage } from '#schema/cards/card.ts';
import { cardPageUrl } from '#schema/cards/card-id.ts';
import { finderHiddenSeconds } from '#schema/rules.ts';
import { verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import {
  advanceClock,
  type Client,
  everyRow,
  expectError,
  newCard,
  newMember,
  row,
  setClock,
  type TestCard,
} from '#tests/worker/support/client.ts';
import { drawQr } from '#worker/qr/qr.ts';

beforeEach(() => setClock('2026-11-21T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const pageOf = (client: Client, { cardId }: TestCard) => client.get<OwnCardPage>(`/api/cache-cards/${cardId}`);
const statusOf = async ({ id }: TestCard) => (await row<{ status: string }>('SELECT status FROM cache_cards WHERE id = ?', id))?.status;
const scan = (client: Client, { cardId, code }: TestCard) => client.post('/api/scan', { cardId, code });

describe('the list of one’s cards', () => {
  test('is empty for a member without cards', async () => {
    await newCard({ owner: (await newMember()).id });
    const { client } = await newMember({ role: 'basic' });
    expect(await client.get('/api/cache-cards')).toMatchObject({ status: 200, body: [] });
  });

  test('contains one’s own paid cards, newest first, without unpaid cards or cards of others', async () => {
    const { client, id } = await newMember({ role: 'basic' });
    const first = await newCard({ owner: id });
    const second = await newCard({ owner: id, status: 'ordered' });
    await newCard({ owner: id, status: 'ordered', paid: false });
    await newCard();
    const answer = await client.get<OwnCard[]>('/api/cache-cards');
    expect(answer.status).toBe(200);
    expect(v.parse(v.array(v.strictObject(OwnCard.entries)), answer.body).map(({ cardId }) => cardId)).toEqual([
      second.cardId,
      first.cardId,
    ]);
    expect(answer.body[0]).toMatchObject({ status: 'ordered', placedDate: null, totalScans: 0, createdAt: '2026-11-21T10:00:00.000Z' });
  });
});

describe('the page of one’s own card', () => {
  test('shows code, print address and finds, newest first', async () => {
    const owner = await newMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id, placed: true });
    const one = await newMember();
    const two = await newMember();
    await verifyEmail(one.id);
    await scan(one.client, card);
    advanceClock(60);
    await scan(two.client, card);
    await scan(owner.client, card);
    const answer = await pageOf(owner.client, card);
    expect(v.parse(v.strictObject(OwnCardPage.entries), answer.body)).toMatchObject({
      card: { cardId: card.cardId, totalScans: 2, tokensEarned: 2 + 2 + 10 },
      code: card.code,
      scanUrl: `https://cards.test/card?id=${card.cardId}&k=${card.code}`,
      placement: { placedAt: '2026-11-21T10:00:00.000Z', isConfirmed: true, confirmedOn: null, movedAt: null },
      openReports: 0,
      uncountedReports: 0,
      checkedAt: null,
      canConfirmFrom: null,
      spareCardId: null,
    });
    advanceClock(finderHiddenSeconds);
    expect((await pageOf(owner.client, card)).body.finds).toEqual([
      { finder: two.user.username, source: 'typed', scanDate: '2026-11-21' },
      { finder: one.user.username, source: 'typed', scanDate: '2026-11-21' },
    ]);
  });

  test('shows no placement before the form was submitted', async () => {
    const { client, id } = await newMember({ role: 'basic' });
    expect((await pageOf(client, await newCard({ owner: id }))).body.placement).toBeNull();
  });

  test('does not exist for other members, or before the order is paid', async () => {
    const owner = await newMember({ role: 'basic' });
    const other = await newMember({ role: 'premium' });
    const card = await newCard({ owner: owner.id });
    const unpaid = await newCard({ owner: owner.id, paid: false });
    const ownerless = await newCard();
    for (const path of ['', '/qr']) {
      expectError(await other.client.get(`/api/cache-cards/${card.cardId}${path}`), 404, 'card_not_found');
      expectError(await owner.client.get(`/api/cache-cards/${unpaid.cardId}${path}`), 404, 'card_not_found');
      expectError(await owner.client.get(`/api/cache-cards/${ownerless.cardId}${path}`), 404, 'card_not_found');
      expectError(await owner.client.get(`/api/cache-cards/TC-9999999${path}`), 404, 'card_not_found');
    }
  });

  test('has an uncacheable QR code that contains the card code', async () => {
    const { client, id } = await newMember({ role: 'basic' });
    const card = await newCard({ owner: id });
    const answer = await client.get<string>(`/api/cache-cards/${card.cardId}/qr`);
    expect(answer.body).toBe(drawQr(cardPageUrl('https://cards.test', card.cardId, card.code)));
    expect(answer.body).not.toBe(drawQr(cardPageUrl('https://cards.test', card.cardId)));
    expect(answer.headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8');
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
  });
});

describe('placing a card', () => {
  const place = (client: Client, { cardId }: TestCard, fields: Record<string, unknown> = {}) =>
    client.post<OwnCard>(`/api/cache-cards/${cardId}/placement`, { location: 'City park', description: 'Under the oak', ...fields });

  test('activates an ordered card with location and time', async () => {
    const { client, id } = await newMember({ role: 'basic' });
    const card = await newCard({ owner: id, status: 'ordered' });
    advanceClock(90);
    const answer = await place(client, card, { location: '  City park ', latitude: 47.5, longitude: -122.25 });
    expect(answer.status).toBe(200);
    expect(v.parse(v.strictObject(OwnCard.entries), answer.body)).toMatchObject({
      status: 'active',
      location: 'City park',
      description: 'Under the oak',
      latitude: 47.5,
      longitude: -122.25,
      placedDate: '2026-11-21T10:01:30.000Z',
    });
    expect((await pageOf(client, card)).body.placement).toEqual({
      placedAt: '2026-11-21T10:01:30.000Z',
      isConfirmed: false,
      confirmedOn: null,
      movedAt: null,
    });
  });

  test('again corrects the location and keeps the time', async () => {
    const { client, id } = await newMember({ role: 'premium' });
    const card = await newCard({ owner: id, status: 'ordered' });
    await place(client, card, { latitude: 1, longitude: 2 });
    advanceClock(3_600);
    expect(await place(client, card, { location: 'Harbour' })).toMatchObject({
      status: 200,
      body: { location: 'Harbour', latitude: null, longitude: null, placedDate: '2026-11-21T10:00:00.000Z' },
    });
    expect((await pageOf(client, card)).body.placement?.placedAt).toBe('2026-11-21T10:00:00.000Z');
  });

  test('needs the form even if a scan already made the card active', async () => {
    const { client, id } = await newMember({ role: 'basic' });
    const card = await newCard({ owner: id, status: 'ordered' });
    await scan(client, card);
    advanceClock(60);
    expect(await place(client, card)).toMatchObject({ status: 200, body: { placedDate: '2026-11-21T00:00:00.000Z' } });
    expect((await pageOf(client, card)).body.placement?.placedAt).toBe('2026-11-21T10:01:00.000Z');
  });

  test('does not make a missing card active: only a find does', async () => {
    const { client, id } = await newMember({ role: 'basic' });
    const card = await newCard({ owner: id, status: 'missing' });
    expect(await place(client, card)).toMatchObject({ status: 200, body: { status: 'missing' } });
  });

  test('is rejected for free members, with the reason', async () => {
    const { client, id } = await newMember();
    const card = await newCard({ owner: id, status: 'ordered' });
    const before = await everyRow();
    const body = expectError(await place(client, card), 403, 'membership_required');
    expect(body.message).toBe('Membership Required: Upgrade to Basic or Premium membership to order Cache Cards');
    expect(await everyRow()).toEqual(before);
  });

  test.each([
    ['another member’s', async () => newCard({ owner: (await newMember()).id })],
    ['an ownerless', () => newCard()],
    ['an unpaid', (owner: number) => newCard({ owner, status: 'ordered', paid: false })],
    ['a disabled', (owner: number) => newCard({ owner, status: 'disabled' })],
  ])('that is %s card is rejected as not found', async (_, card) => {
    const { client, id } = await newMember({ role: 'premium' });
    const theirs = await card(id);
    const before = await everyRow();
    expectError(await place(client, theirs), 404, 'card_not_found');
    expect(await everyRow()).toEqual(before);
  });

  test.each([
    [{ location: ' ' }, { location: 'Please enter a location' }],
    [{ location: 'x'.repeat(201) }, { location: 'Use at most 200 characters' }],
    [{ description: '' }, { description: 'Please describe how to find it' }],
    [{ description: 'x'.repeat(501) }, { description: 'Use at most 500 characters' }],
    [{ latitude: 1 }, { longitude: 'Enter both latitude and longitude, or neither' }],
    [{ longitude: 1, latitude: null }, { longitude: 'Enter both latitude and longitude, or neither' }],
    [{ latitude: 90.01, longitude: 0 }, { latitude: 'Latitude must be between -90 and 90' }],
    [{ latitude: 0, longitude: -180.5 }, { longitude: 'Longitude must be between -180 and 180' }],
    [{ latitude: '1', longitude: 1 }, { latitude: 'Latitude must be a number' }],
    [{ status: 'active' }, { status: 'This field is not accepted here' }],
  ])('with %j is rejected', async (fields, expected) => {
    const { client, id } = await newMember({ role: 'basic' });
    const card = await newCard({ owner: id, status: 'ordered' });
    expect(expectError(await place(client, card, fields), 400, 'invalid_input').fields).toEqual(expected);
    expect(await statusOf(card)).toBe('ordered');
  });

  test.each([
    { latitude: 0, longitude: 0 },
    { latitude: -90, longitude: 180 },
    { latitude: null, longitude: null },
  ])('at %j is accepted', async (coordinates) => {
    const { client, id } = await newMember({ role: 'basic' });
    expect(await place(client, await newCard({ owner: id }), coordinates)).toMatchObject({ status: 200, body: coordinates });
  });
});
