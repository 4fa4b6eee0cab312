/** A card's public QR code: an immutable image that is drawn once. */
import QRCode from 'qrcode-svg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { cardPageUrl } from '#schema/cards/card-id.ts';
import { Client, change, expectError, newCard } from '#tests/worker/support/client.ts';
import { drawQr } from '#worker/qr/qr.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const qrOf = (cardId: string, headers?: Record<string, string>) => new Client().get<string>(`/api/qr/${cardId}`, headers);

const cacheUrl = (cardId: string) => `https://kept.cache.invalid/${encodeURIComponent(`qr/v1/https://cards.test/card?id=${cardId}`)}`;

describe('the public QR code', () => {
  test('is a 200 px SVG with the card page’s address, without the card code', async () => {
    const card = await newCard();
    const answer = await qrOf(card.cardId);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8');
    expect(answer.body).toMatch(/^<svg [^>]*width="200" height="200"/);
    expect(answer.body).toBe(drawQr(`https://cards.test/card?id=${card.cardId}`));
    expect(answer.body).not.toBe(drawQr(cardPageUrl('https://cards.test', card.cardId, card.code)));
  });

  test('contains the site’s own origin, never the requested host', async () => {
    const card = await newCard();
    const answer = await new Client().get(`https://evil.test/api/qr/${card.cardId}`, { Host: 'evil.test' });
    expect(answer.body).toBe(drawQr(`https://cards.test/card?id=${card.cardId}`));
  });

  test('can be cached for a year and is revalidated without sending it again', async () => {
    const card = await newCard();
    const answer = await qrOf(card.cardId);
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    const etag = answer.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[^"\s]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await qrOf(card.cardId, { 'If-None-Match': known });
      expect(again).toMatchObject({ status: 304, body: '' });
      expect(again.headers.get('ETag')).toBe(etag);
      expect(again.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    }
    expect((await qrOf(card.cardId, { 'If-None-Match': '"other"' })).status).toBe(200);
    expect((await qrOf((await newCard()).cardId, { 'If-None-Match': etag })).status).toBe(200);
  });

  test('is drawn once and then served from the data center’s cache', async () => {
    const card = await newCard();
    const drawn = vi.spyOn(QRCode.prototype, 'svg');
    const first = await qrOf(card.cardId);
    const second = await qrOf(card.cardId);
    expect(second.body).toBe(first.body);
    expect(drawn).toHaveBeenCalledTimes(1);
    expect(await (await caches.default.match(cacheUrl(card.cardId)))?.text()).toBe(first.body);
  });

  test('drawn by another isolate is served from the cache', async () => {
    const card = await newCard();
    await caches.default.put(
      cacheUrl(card.cardId),
      new Response('<svg>drawn elsewhere</svg>', { headers: { 'Cache-Control': 'max-age=60' } }),
    );
    const drawn = vi.spyOn(QRCode.prototype, 'svg');
    expect((await qrOf(card.cardId)).body).toBe('<svg>drawn elsewhere</svg>');
    expect(drawn).not.toHaveBeenCalled();
  });

  test('of a card that was disabled later is not found, even with a cached copy', async () => {
    const card = await newCard();
    const etag = (await qrOf(card.cardId)).headers.get('ETag') ?? '';
    await change("UPDATE cache_cards SET status = 'disabled' WHERE id = ?", card.id);
    // Removes the cached card response, which this data center may still serve for up to a minute.
    await caches.default.delete(`https://kept.cache.invalid/${encodeURIComponent(`https://cards.test/card/${card.cardId}`)}`);
    expectError(await qrOf(card.cardId), 404, 'card_not_found');
    expectError(await qrOf(card.cardId, { 'If-None-Match': etag }), 404, 'card_not_found');
  });

  test('of an unknown card is not found, and that response is not cached', async () => {
    const answer = await qrOf('TC-9999999');
    expectError(answer, 404, 'card_not_found');
  });
});
