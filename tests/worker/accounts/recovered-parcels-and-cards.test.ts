/** What a recovery does about parcels and cards that somebody else may have redirected, changed or read. Product rules: Securing an account. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codeExposureSeconds, freshSignInSeconds, recentAccessSeconds } from '#schema/rules.ts';
import { parcelAddress } from '#tests/support/orders/parcel-address.ts';
import { linkIn, mailsTo } from '#tests/worker/support/accounts/mailed-links.ts';
import { advanceClock, Client, change, expectError, newCard, newMember, row, setClock } from '#tests/worker/support/client.ts';

beforeEach(() => setClock('2026-11-21T10:01:00Z'));
afterEach(() => void vi.useRealTimers());

async function reset(email: string) {
  await new Client().post('/api/forgot-password', { email });
  const answer = await new Client().post('/api/reset-password', {
    token: await linkIn(email, 'reset_password'),
    newPassword: 'owners-new-1',
  });
  expect(answer.status).toBe(200);
}
const undone = async (email: string) =>
  JSON.parse((await mailsTo(email)).findLast(({ template }) => template === 'password_changed')?.payload.undone ?? '[]');
const nowSeconds = () => Math.floor(Date.now() / 1_000);

test('the address of a paid order that is not printed is entered again, with proof', async () => {
  const member = await newMember({ role: 'basic' });
  const addOrder = async (paidAt: number) =>
    (
      await row<{ id: number }>(
        `INSERT INTO orders (user_id, kind, quantity, amount_cents, status, delivery, shipping_address, created_at, expires_at, paid_at)
         VALUES (?1, 'cache_cards', 2, 200, 'paid', 'ship', '{"line1":"1 Thief St"}', ?2, ?2, ?2) RETURNING id`,
        ...[member.id, paidAt],
      )
    )?.id;
  const [recent, old] = [await addOrder(nowSeconds()), await addOrder(nowSeconds() - recentAccessSeconds - 1)];
  await reset(member.email);
  expect(await undone(member.email)).toEqual([{ kind: 'order', name: String(recent) }]);
  const addressOf = async (id: number | undefined) =>
    (await row<{ address: string | null }>('SELECT shipping_address AS address FROM orders WHERE id = ?', id ?? 0))?.address;
  expect([await addressOf(recent), await addressOf(old)]).toEqual([null, '{"line1":"1 Thief St"}']);
  const owner = new Client();
  expect((await owner.post('/api/login', { email: member.email, password: 'owners-new-1' })).status).toBe(200);
  const put = (id: number | undefined, more = {}) =>
    owner.put(`/api/orders/${id}/delivery`, { delivery: 'ship', address: parcelAddress, ...more });
  advanceClock(freshSignInSeconds + 1);
  expect((await put(recent)).status).toBe(403);
  expect((await put(recent, { currentPassword: 'owners-new-1' })).status).toBe(200);
  expectError(await put(recent, { currentPassword: 'owners-new-1' }), 400, 'delivery_fixed');
  expect(await addressOf(recent)).toContain(parcelAddress.line1);
  const warning = (await mailsTo(member.email)).filter(({ template }) => template === 'order_address_changed');
  expect(warning.map(({ payload }) => payload.address)).toEqual([expect.stringContaining(parcelAddress.line1)]);
  await new Client().post('/api/secure-account', { token: await linkIn(member.email, 'order_address_changed') });
  expect(await addressOf(recent)).toBeNull();
});

test('the email lists cards edited before a reset, and only a link in an alert makes their codes count as known', async () => {
  const member = await newMember({ role: 'basic' });
  const [edited, takenOff, quiet] = [
    await newCard({ owner: member.id }),
    await newCard({ owner: member.id }),
    await newCard({ owner: member.id }),
  ];
  const place = { location: 'By the oak', description: 'Look up', latitude: 1, longitude: 1, visibility: 'exact' };
  for (const card of [edited, takenOff, quiet])
    expect((await member.client.post(`/api/cache-cards/${card.cardId}/placement`, place)).status, card.cardId).toBe(200);
  await change('UPDATE cache_cards SET edited_at = 1, placement_at = 1 WHERE user_id = ?', member.id);
  await member.client.post(`/api/cache-cards/${edited.cardId}/placement`, { ...place, description: 'Log in at thief.example' });
  await member.client.post(`/api/cache-cards/${takenOff.cardId}/report-answer`, { answer: 'off_the_map' });
  await reset(member.email);
  const listed = (await undone(member.email)) as { kind: string; name: string }[];
  expect(listed.map(({ name }) => name).sort()).toEqual([edited.cardId, takenOff.cardId].sort());
  const exposure = () =>
    row('SELECT code_exposed_from AS "from", code_exposed_until AS until FROM cache_cards WHERE card_id = ?', quiet.cardId);
  expect(await exposure()).toEqual({ from: null, until: null });
  const owner = new Client();
  await owner.post('/api/login', { email: member.email, password: 'owners-new-1' });
  await owner.post('/api/change-password', { currentPassword: 'owners-new-1', newPassword: 'thiefs-new-1' });
  const alert = await linkIn(member.email, 'password_changed');
  expect((await new Client().post('/api/secure-account', { token: alert })).status).toBe(200);
  expect(await exposure()).toEqual({ from: nowSeconds() - recentAccessSeconds, until: nowSeconds() + codeExposureSeconds });
});
