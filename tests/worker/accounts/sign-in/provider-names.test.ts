/** Unusual names and photos from providers: the account stores only what our own fields accept, and the profile can be saved afterward. */
import { describe, expect, test } from 'vitest';
import type { User } from '#schema/accounts/user.ts';
import { exchange, stranger, tokenFor } from '#tests/worker/support/accounts/identities.ts';
import { Client } from '#tests/worker/support/client.ts';

async function signInWith(claims: Record<string, unknown>) {
  const client = new Client();
  const { status, body } = await exchange(client, await tokenFor(stranger(), claims));
  expect(status, JSON.stringify(body)).toBe(200);
  return { client, user: body.user };
}

describe('a provider’s name', () => {
  test.each<[string, string | null, string | null]>([
    ['Ada\u0000 \u202EMarsh\u2066', 'Ada', 'Marsh'],
    ['A\u030Asa \u200BO\u0308berg', 'Åsa', 'Öberg'],
    ['\u200B\u202E\u200D', null, null],
    [`Ada ${'🚀'.repeat(300)}`, 'Ada', '🚀'.repeat(98)],
    ['x'.repeat(300), 'x'.repeat(200), null],
  ])('%j is cleaned to fit a profile, and can be saved again unchanged', async (name, firstName, lastName) => {
    const { client, user } = await signInWith({ name });
    expect(user).toMatchObject({ firstName, lastName });
    for (const [method, path] of [
      ['PATCH', '/api/user'],
      ['POST', '/api/update-profile'],
    ] as const) {
      const saved = await client.call<User>(method, path, { firstName, lastName, city: 'Boone' });
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      expect(saved.body).toMatchObject({ firstName, lastName, city: 'Boone' });
    }
  });
});

describe('a provider’s photo', () => {
  test.each([
    ['https://photos.test/ada=s96-c', 'https://photos.test/ada=s96-c'],
    ['https://photos.test/\u202Egnp.ada', null],
    ['http://photos.test/ada', null],
    ['javascript:alert(1)', null],
  ])('at %j is stored as %j', async (picture, kept) => {
    expect((await signInWith({ picture })).user.photoURL).toBe(kept);
  });
});
