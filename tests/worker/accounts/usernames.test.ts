/** Usernames are chosen at registration and compared by visual similarity. Product rules: Accounts and sessions. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, change, everyRow, expectError, newMember, row } from '#tests/worker/support/client.ts';
import { toSkeleton } from '#worker/domain/accounts/usernames/skeleton.ts';
import type { Env } from '#worker/env.ts';
import { addUpTotals } from '#worker/jobs/add-up-totals.ts';
import { createStore } from '#worker/store/store.ts';

let registrations = 0;

function register(username: string | null) {
  registrations += 1;
  return new Client().post('/api/register', {
    email: `named${registrations}@example.test`,
    password: 'secret-1',
    confirmPassword: 'secret-1',
    username,
    acceptedTerms: true,
  });
}

const scripts = 'Please use letters from only one script in your username, such as Latin or Cyrillic.';
const reserved = 'This username is reserved for our team. Please choose another one.';
const address = 'Please choose a username that doesn’t look like an email or web address.';
test.each([
  ['tag characters', 'Fay\u{E0061}\u{E0062}'],
  ['a grapheme joiner', 'Fay\u034F'],
  ['a variation selector', 'Fay\uFE0F'],
  ['a joiner that no letter needs', 'Fa\u200Dy'],
  ['a blank Braille pattern', 'Fay\u2800'],
])('a first or last name with %s is refused; a joiner that the script needs is not', async (_, name) => {
  const message = 'This contains invisible characters. Please remove them.';
  const { client } = await newMember();
  for (const field of ['firstName', 'lastName']) {
    expect(expectError(await client.patch('/api/user', { [field]: name }), 400, 'invalid_input').fields).toEqual({ [field]: message });
    const registration = {
      email: 'hidden@example.test',
      password: 'secret-1',
      confirmPassword: 'secret-1',
      acceptedTerms: true,
      [field]: name,
    };
    expect(expectError(await client.post('/api/register', registration), 400, 'invalid_input').fields).toEqual({ [field]: message });
  }
  expect(await client.patch('/api/user', { firstName: 'علی\u200Cرضا', lastName: null })).toMatchObject({
    status: 200,
    body: { firstName: 'علی\u200Cرضا' },
  });
});

const invisible = 'Username contains invisible characters. Please remove them.';
const characters = 'Use only letters, digits, dots, hyphens and underscores.';
const accents = 'Please remove the extra accents from your username.';

describe('a registration with a misleading username is rejected with the broken rule:', () => {
  test.each([
    ['a Cyrillic letter among Latin ones', 'аdmin', scripts],
    ['a zero-width joiner', 'fay\u200Dfox', invisible],
    ['tag characters', 'fay\u{E0061}\u{E0062}', invisible],
    ['a braille blank', 'fay\u2800', characters],
    ['a Hangul filler', 'fay\u3164', invisible],
    ['a right-to-left override', 'fay\u202Exof', invisible],
    ['a space', 'Cache Cards', characters],
    ['an emoji', 'fay🦊', characters],
    ['an email address', 'someone.else@example.test', 'Other members see your username, so please don’t use an email address.'],
    ['an email address in words', 'someone.else-at-example.test', address],
    ['a web address', 'win-a-trip.com', address],
    ['a support word', 'Support', reserved],
    ['a support word in bold letters', '𝐒𝐮𝐩𝐩𝐨𝐫𝐭', reserved],
    ['a role with a digit that looks like a letter', 'ADM1N', reserved],
    ['the brand', 'Cache_Cards', reserved],
    ['a card id', 'TC-0000001', reserved],
    ['a card id in Cyrillic letters', 'ТС-0000001', reserved],
    ['two characters', 'ab', 'Use 3 to 30 characters.'],
    ['31 characters', 'n'.repeat(31), 'Use 3 to 30 characters.'],
    ['a pile of accents', 'fa\u0316\u0317\u0318\u0319\u031Cy', accents],
  ])('%s', async (_, username, message) => {
    const before = await everyRow();
    expect(expectError(await register(username), 400).fields).toEqual({ username: message });
    expect(await everyRow()).toEqual(before);
  });
});

test.each([
  ['fay.fox_7-b', 'fay.fox_7-b'],
  ['Zoë', 'Zoë'],
  ['Владимир', 'Владимир'],
  ['किशोर', 'किशोर'],
  ['สมชาย', 'สมชาย'],
  ['高橋みなみ', '高橋みなみ'],
  ['김민준_漢字', '김민준_漢字'],
  ['محمد', 'محمد'],
  ['ａｄａ７７', 'ada77'],
])('the username %j is registered as %j', async (typed, username) => {
  expect(await register(typed)).toMatchObject({ status: 201, body: { username } });
});

describe('a username that looks like an existing one', () => {
  test.each([
    ['Cyrillic', 'сасао', 'cacao'],
    ['a capital I for a small L', 'lauraIynn', 'lauralynn'],
    ['digits for letters', 'r0b1n', 'robln'],
    ['rn for m', 'sornrner', 'sommer'],
  ])('is taken: %s', async (_, existing, lookalike) => {
    expect((await register(existing)).status).toBe(201);
    const before = await everyRow();
    expect(expectError(await register(lookalike), 409, 'username_taken').fields).toHaveProperty('username');
    expect(await everyRow()).toEqual(before);
  });

  test('is registered once by concurrent requests', async () => {
    const answers = await Promise.all(['mariner', 'rnariner', 'MARlNER', 'Mariner'].map(register));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test('is free again once its member is renamed', async () => {
    const { client: admin } = await newAdmin();
    const { id, user } = await newMember();
    const lookalike = user.username?.replace('m', 'rn') ?? '';
    expectError(await register(lookalike), 409, 'username_taken');
    const { version } = (await row<{ version: number }>('SELECT version FROM users WHERE id = ?', id)) ?? {};
    expect((await admin.call('PATCH', `/api/admin/users/${id}`, { version, username: 'renamed-one' })).status).toBe(200);
    expect((await register(lookalike)).status).toBe(201);
  });
});

describe('older usernames', () => {
  const skeletonOf = async (id: number) => (await row<{ s: string }>('SELECT username_skeleton AS s FROM users WHERE id = ?', id))?.s;
  const setOldName = (id: number, name: string) =>
    change('UPDATE users SET username = ?, username_key = ?, username_skeleton = NULL WHERE id = ?', name, name.toLowerCase(), id);

  const runJob = () => addUpTotals({ store: createStore(env as unknown as Env), budget: { isSpent: () => false } }, Date.now() / 1_000);

  test('are compared with new ones once the job has run, also if two of them look alike', async () => {
    const [one, two, three] = [await newMember(), await newMember(), await newMember()];
    await setOldName(one.id, 'Old Oak');
    await setOldName(two.id, 'sirnon');
    await setOldName(three.id, 'simon');
    await runJob();
    expect(await skeletonOf(one.id)).toBe(toSkeleton('Old Oak'));
    expect(await skeletonOf(two.id)).toBe('slrnon');
    expect(await skeletonOf(three.id)).toBe(`slrnon\u0001${three.id}`);
    expectError(await register('sirn0n'), 409, 'username_taken');
    // After member two's username is removed, the new name must still be rejected because it resembles member three's username.
    await change('UPDATE users SET username = NULL, username_key = NULL, username_skeleton = NULL WHERE id = ?', two.id);
    expectError(await register('sirn0n'), 409, 'username_taken');
    await runJob();
    expect(await skeletonOf(three.id)).toBe(`slrnon\u0001${three.id}`);
  });

  test('stay valid: their members sign in, save their profiles and are edited by administrators', async () => {
    const member = await newMember();
    await setOldName(member.id, 'Cache Cards');
    expect(await member.client.call('PATCH', '/api/user', { username: 'Cache Cards', city: 'Boone' })).toMatchObject({ status: 200 });
    const { client: admin } = await newAdmin();
    const edit = async (fields: object) => {
      const { version } = (await row<{ version: number }>('SELECT version FROM users WHERE id = ?', member.id)) ?? {};
      return admin.call('PATCH', `/api/admin/users/${member.id}`, { version, ...fields });
    };
    expect(await edit({ username: 'Cache Cards', city: 'Asheville' })).toMatchObject({ status: 200 });
    expect(expectError(await edit({ username: 'Cache Cards Team' }), 400, 'invalid_input').fields).toEqual({ username: characters });
    expect(expectError(await edit({ username: 'moderator' }), 400, 'username_reserved').fields).toEqual({ username: reserved });
  });
});
