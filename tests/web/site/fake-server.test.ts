import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { User } from '#schema/accounts/user.ts';
import { fakeServer, member } from '#tests/web/support/fake-server.ts';
import { checkFixtures } from '#tests/web/support/wrong-fixtures.ts';
import { apiGet } from '#web/lib/api/client.ts';

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

test('an answer given as text is sent unchecked', async () => {
  fakeServer({ 'GET /api/user': { text: '{}' } });
  await expect(apiGet('/api/user', User)).rejects.toThrow('unexpected answer');
  expect(checkFixtures).not.toThrow();
  vi.unstubAllGlobals();
});
