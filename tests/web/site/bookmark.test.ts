/** Tests how the page stores and sends the bookmark of the newest database state that it has seen. */

import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import { bookmarkHeader } from '#schema/bookmark.ts';
import { getStoredBookmark } from '#web/lib/api/bookmark.ts';
import { apiGet } from '#web/lib/api/client.ts';

const sent: (string | null)[] = [];

/** Stubs fetch so that each response carries the next of the given bookmarks. For a null bookmark, the header is omitted. */
function answering(...bookmarks: (string | null)[]): void {
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get(bookmarkHeader));
    const next = bookmarks.shift() ?? null;
    return new Response('{}', { headers: next === null ? {} : { [bookmarkHeader]: next } });
  });
}

const call = () => apiGet('/api/user', v.object({}));

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
});

test('the bookmark is sent with the next call, and absent at first', async () => {
  answering('02.a', '03.b');
  await call();
  await call();
  expect(sent).toEqual([null, '02.a']);
  expect(getStoredBookmark()).toBe('03.b');
});

test('the bookmark is not set back by a late answer', async () => {
  const first = Promise.withResolvers<void>();
  let calls = 0;
  vi.stubGlobal('fetch', async () => {
    calls += 1;
    const isFirst = calls === 1;
    if (isFirst) await first.promise;
    return new Response('{}', { headers: { [bookmarkHeader]: isFirst ? '02.a' : '05.b' } });
  });
  const late = call();
  await call();
  first.resolve();
  await late;
  expect(getStoredBookmark()).toBe('05.b');
});

test('the bookmark is replaced if the server has dropped it', async () => {
  answering('09.forged', '03.b');
  await call();
  await call();
  expect(getStoredBookmark()).toBe('03.b');
});

test('the bookmark stays after an answer without one', async () => {
  answering('02.a', null);
  await call();
  await call();
  expect(getStoredBookmark()).toBe('02.a');
});
