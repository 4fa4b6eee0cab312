/**
 * Unusual but valid strings in every field are stored unchanged or rejected, and never cause a 500.
 *
 * @module-tag long
 */
import { expect, test } from 'vitest';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, expectError, newCard, newMember, row } from '#tests/worker/support/client.ts';
import { addressOf, bodyOf, isForAdmins, nameOf, routesWhere } from '#tests/worker/support/route-table.ts';

const oddTexts = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\uFFFF\u202E',
  '🗺️👩‍👩‍👧‍👦',
  '" OR 1=1 --',
  "'; DROP TABLE users; --",
  '%s%n%00',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '-1e400',
  'x'.repeat(3_000),
];

/** Fields with their own validation rules are tested one by one; all free-text fields are tested together. */
const ruled = new Set(['email', 'password', 'confirmPassword', 'username', 'acceptedTerms', 'currentPassword', 'newPassword', 'ref']);

const tries = routesWhere(({ body }) => body !== undefined).flatMap((route) => {
  const fields = Object.keys(bodyOf(route) ?? {});
  const free = fields.filter((field) => !ruled.has(field) && route.path !== '/api/scan');
  const alone = fields.filter((field) => !free.includes(field)).map((field) => [field]);
  return [free, ...alone].filter((group) => group.length > 0).map((group) => [nameOf(route), group.join(', '), group, route] as const);
});

/** `npm test` covers every fourth combination of route and fields, which includes every field type. */
for (const [index, [name, fields, group, route]] of tries.entries())
  test(`${name} with odd texts in ${fields} succeeds or is rejected`, { tags: index % 4 === 0 ? [] : ['long'] }, async () => {
    const member = await newMember({ role: 'basic' });
    const card = await newCard({ owner: member.id });
    const { client } = isForAdmins(route) ? await newAdmin() : member;
    const { user } = member;
    for (const [index, text] of oddTexts.entries()) {
      const right = bodyOf(route) ?? {};
      const same = { email: user.email, username: user.username };
      const fresh = { email: `odd-${group[0]}-${index}@example.test`, username: null };
      const names = route.path === '/api/register' ? fresh : 'username' in right ? same : {};
      const odd = Object.fromEntries(group.map((field) => [field, text]));
      const answer = await client.call(route.method, addressOf(route, card.cardId), { ...right, ...names, ...odd });
      expect(answer.status, `${JSON.stringify(text.slice(0, 40))}: ${JSON.stringify(answer.body)}`).toBeLessThan(500);
      if (answer.status >= 400) expectError(answer, answer.status);
    }
  });

test.each([
  '🗺️👩‍👩‍👧‍👦',
  "Robert'); DROP TABLE users; --",
  '" OR 1=1 --',
  '<b>bold</b>',
  'ﬁ',
])('the name %j is stored unchanged', async (name) => {
  const { client, id } = await newMember();
  const answer = await client.call('PATCH', '/api/user', { firstName: name });
  expect(answer).toMatchObject({ status: 200, body: { firstName: name } });
  expect(await row('SELECT first_name AS name FROM users WHERE id = ?', id)).toEqual({ name });
});

test.each([
  'a\u202Eb',
  '\u200B',
  'wr\u200Ben',
  'nul\u0000',
])('the username %j, which displays as something else, is rejected', async (username) => {
  const answer = await new Client().post('/api/register', {
    email: 'hidden-name@example.test',
    password: 'pass-word-1',
    confirmPassword: 'pass-word-1',
    username,
    acceptedTerms: true,
  });
  expect(expectError(answer, 400).fields).toEqual({ username: 'Username contains invisible characters. Please remove them.' });
});
