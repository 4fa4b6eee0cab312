import { expect, test } from 'vitest';
import { verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { balanceOf, newCard, newMember } from '#tests/worker/support/client.ts';

test('a member registers, verifies their email, finds a card with its code and earns a token; a repeated scan earns nothing', async () => {
  const owner = await newMember({ role: 'basic' });
  const card = await newCard({ owner: owner.id, placed: true });
  const finder = await newMember();
  await verifyEmail(finder.id);
  const first = await finder.client.post('/api/scan', { cardId: card.cardId, code: card.code, source: 'camera' });
  expect(first).toMatchObject({ status: 200, body: { tokensEarned: 1, tokenBalance: 1, card: { totalScans: 1, status: 'active' } } });
  const again = await finder.client.post('/api/scan', { cardId: card.cardId, code: card.code });
  expect(again).toMatchObject({ status: 200, body: { tokensEarned: 0, message: 'You have already collected this Cache Card' } });
  expect(await balanceOf(owner.id)).toBe(1 + 10);
  expect(await finder.client.get('/api/user')).toMatchObject({ status: 200, body: { tokenBalance: 1 } });
});
