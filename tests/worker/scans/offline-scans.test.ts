/** Scans that a device queued while offline and that arrive late, possibly twice. */

import { afterEach, describe, expect, test, vi } from 'vitest';
import { scanSources } from '#schema/cards/card.ts';
import { codelessScansPerDay } from '#schema/rules.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { balanceOf, type Client, change, expectError, newCard, row, setClock } from '#tests/worker/support/client.ts';

const key = { 'Idempotency-Key': 'kept-on-the-device-1' };
const send = (client: Client, cardId: string, headers = key) => client.post('/api/scan', { cardId, source: 'offline' }, headers);

afterEach(() => vi.useRealTimers());

describe('a queued scan', () => {
  test('is credited once, even if sent repeatedly or concurrently', async () => {
    const [{ client, id }, card] = [await directMember(), await newCard()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(client, card.cardId)));
    answers.push(await send(client, card.cardId));
    for (const { status, body } of answers) expect([status, body.tokensEarned]).toEqual([200, 1]);
    expect(await balanceOf(id)).toBe(1);
    expect(await row('SELECT source, count(*) AS n FROM card_scans WHERE user_id = ?', id)).toEqual({
      source: scanSources.indexOf('offline'),
      n: 1,
    });
  });

  test('of a card that was disabled in the meantime is rejected', async () => {
    const [{ client, id }, card] = [await directMember(), await newCard()];
    await change("UPDATE cache_cards SET status = 'disabled' WHERE id = ?", card.id);
    expectError(await send(client, card.cardId), 404, 'card_not_found');
    expect(await balanceOf(id)).toBe(0);
  });

  test('over the daily limit is credited on the next day and counts there', async () => {
    setClock('2026-11-22T23:00:00Z');
    const [{ client, id }, card] = [await directMember(), await newCard()];
    for (let scan = 0; scan < codelessScansPerDay; scan += 1) {
      await send(client, (await newCard()).cardId, { 'Idempotency-Key': `scan-number-${scan}` });
    }
    const refused = await send(client, card.cardId);
    expectError(refused, 429, 'daily_codeless_limit');
    expect(refused.headers.get('Retry-After')).toBe('3600');
    setClock('2026-11-23T00:00:00Z');
    expect(await send(client, card.cardId)).toMatchObject({ status: 200, body: { tokensEarned: 1 } });
    expect(await balanceOf(id)).toBe(codelessScansPerDay + 1);
  });
});
