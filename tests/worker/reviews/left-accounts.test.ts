/** Finders who deleted their accounts remain a signal, also if another member's case kept their data. Product rules: Reviews. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { erasedAt, remove, week } from '#tests/worker/support/accounts/erasing.ts';
import { boughtCards } from '#tests/worker/support/cards/bought-cards.ts';
import { giveTokens, makeTrusted, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { advanceClock, newCard, newMember, row, setClock } from '#tests/worker/support/client.ts';
import { runJob } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { find, redeem } from '#tests/worker/support/reviews/deciding.ts';

beforeEach(() => setClock('2027-06-01T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

async function verifiedMember(email: string, address?: string) {
  const member = await newMember({ email, ...(address && { address }) });
  await verifyEmail(member.id);
  return member;
}
const reviewOf = (id: number) => row('SELECT review, review_signals AS signals FROM vacation_certificates WHERE id = ?', id);

test('a farm’s owner gains nothing from accounts deleted while an accomplice’s case kept them', async () => {
  const home = '203.0.113.100';
  const owner = await newMember({ role: 'basic', address: home });
  await verifyEmail(owner.id);
  await makeTrusted(owner.id);
  const { cards } = await boughtCards(owner.id, 20);
  const farm = await Promise.all([1, 2, 3].map((number) => verifiedMember(`farm${number}@box${number}.test`, home)));
  advanceClock(2 * 86_400);
  for (const member of farm) await find(member, cards);
  const decoy = await newCard({ owner: (await newMember({ role: 'basic' })).id, placed: true });
  const accomplice = await verifiedMember('x@elsewhere.test');
  for (const member of [accomplice, ...farm]) await find(member, [decoy]);
  await giveTokens(accomplice.id, 59);
  expect(await reviewOf(await redeem(accomplice))).toMatchObject({ review: 'waiting' });

  for (const member of farm) await remove(member);
  week();
  await runJob();
  for (const { id } of farm) expect(await erasedAt(id)).not.toBeNull();
  await owner.client.post('/api/login', { email: owner.email, password: owner.password });
  expect(await reviewOf(await redeem(owner))).toMatchObject({ signals: expect.stringContaining('"left"') });
});
