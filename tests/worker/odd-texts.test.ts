/** Odd but possible texts in every field: kept as they are or refused, never a 500. */
import { expect, test } from 'vitest';
import { expectError, newCard, newMember, row } from './client.ts';
import { addressOf, bodyOf, nameOf, routesWhere } from './route-table.ts';

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
  'x'.repeat(60_000),
];

const fields = routesWhere(({ body }) => body !== undefined).flatMap((route) =>
  Object.keys(bodyOf(route) ?? {}).map((field) => [nameOf(route), field, route] as const),
);

test.each(fields)('%s with an odd %s', async (_, field, route) => {
  const { client, id, user } = await newMember({ role: 'basic' });
  const card = await newCard({ owner: id });
  for (const [index, text] of oddTexts.entries()) {
    const right = bodyOf(route) ?? {};
    const unique = 'acceptedTerms' in right ? { email: `odd-${route.path.length}-${field}-${index}@example.test`, username: null } : {};
    const kept = route.path.includes('register') ? unique : 'username' in right ? { email: user.email, username: user.username } : {};
    const answer = await client.call(route.method, addressOf(route, card.cardId), { ...right, ...kept, [field]: text });
    expect(answer.status, `${field}: ${JSON.stringify(text.slice(0, 40))}`).toBeLessThan(500);
    if (answer.status >= 400) expectError(answer, answer.status);
  }
});

test.each([
  '🗺️👩‍👩‍👧‍👦',
  "Robert'); DROP TABLE users; --",
  '" OR 1=1 --',
  '<b>bold</b>',
  'a\u202Eb',
  'ﬁ',
])('the name %j is kept as it is', async (name) => {
  const { client, id } = await newMember();
  const answer = await client.call('PATCH', '/api/user', { firstName: name });
  expect(answer).toMatchObject({ status: 200, body: { firstName: name } });
  expect(await row('SELECT first_name AS name FROM users WHERE id = ?', id)).toEqual({ name });
});
