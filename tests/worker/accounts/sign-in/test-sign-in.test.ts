import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { Client, everyRow, expectError, newMember } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';

test('a developer sign-in by token opens an existing account', async () => {
  const { email } = await newMember();
  const answer = await new Client().post<{ token: string; message: string }>('/api/test-auth-token', { email: email.toUpperCase() });
  expect(answer.status).toBe(200);
  expect((await new Client().bearer(answer.body.token).get('/api/user')).body.email).toBe(email);
  expectError(await new Client().post('/api/test-auth-token', { email: 'nobody@example.test' }), 404, 'member_not_found');
});

test('the developer test account is created once, and signs in by cookie and by token', async () => {
  for (const _ of [1, 2]) {
    const client = new Client();
    const answer = await client.post<{ token: string; user: { email: string } }>('/api/test-login', {});
    expect(answer.status).toBe(200);
    expect(answer.body.user.email).toBe('test@demo.test');
    expect((await client.get('/api/user')).body.email).toBe('test@demo.test');
    expect((await new Client().bearer(answer.body.token).get('/api/user')).status).toBe(200);
  }
});

test('developer sign-ins do not open another account without its password', async () => {
  const { email } = await newMember();
  expectError(await new Client().post('/api/test-login', { email, password: 'not-the-one' }), 401, 'wrong_credentials');
  expectError(await new Client().post('/api/test-login', { email, password: 'tiny' }), 400, 'invalid_input');
});

test('developer sign-ins do not exist in production', async () => {
  const client = new Client();
  client.workerEnv = { ...(env as unknown as Env), ENVIRONMENT: 'production' };
  const before = await everyRow();
  expectError(await client.post('/api/test-auth-token', { email: 'someone@example.test' }), 404, 'not_found');
  expectError(await client.post('/api/test-login', {}), 404, 'not_found');
  expect(await everyRow()).toEqual(before);
});
