import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { User } from '#schema/accounts/user.ts';
import { errorMessage } from '#schema/errors.ts';
import { fakeServer, member } from '#tests/web/support/fake-server.ts';
import { checkFixtures } from '#tests/web/support/wrong-fixtures.ts';
import { apiGet } from '#web/lib/api/client.ts';
import { ApiError } from '#web/lib/api-error.ts';

test('a fixture that does not match the call’s schema fails the pending query with the reason', async () => {
  fakeServer({ 'GET /api/user': { json: { ...member, id: 'seven', tokenBalance: null } } });
  const refusal = `The fixture of GET /api/user does not match its schema:
× Invalid type: Expected number but received "seven"
  → at id
× Invalid type: Expected number but received null
  → at tokenBalance`;
  const page = apiGet('/api/user', User);
  await expect(screen.findByText('Fay')).rejects.toThrow(refusal);
  await expect(page).rejects.toThrow('GET /api/user: unexpected answer');
  expect(checkFixtures).toThrow(refusal);
  vi.unstubAllGlobals();
});

test.each([
  ['a message of its own', { status: 404, json: { message: 'Not here', code: 'card_not_found', requestId: 'r' } }],
  ['a status of its own', { status: 400, json: { message: errorMessage('card_not_found'), code: 'card_not_found', requestId: 'r' } }],
  ['an unknown code', { status: 404, json: { message: 'Not here', code: 'no_such_code', requestId: 'r' } }],
])('a refusal with %s fails the test', async (_, answer) => {
  fakeServer({ 'GET /api/user': answer });
  await expect(apiGet('/api/user', User)).rejects.toThrow(ApiError);
  expect(checkFixtures).toThrow('The fixture of GET /api/user differs from schema/errors.ts');
  vi.unstubAllGlobals();
});

test('an answer given as text is sent unchecked', async () => {
  fakeServer({ 'GET /api/user': { text: '{}' } });
  await expect(apiGet('/api/user', User)).rejects.toThrow('unexpected answer');
  expect(checkFixtures).not.toThrow();
  vi.unstubAllGlobals();
});
