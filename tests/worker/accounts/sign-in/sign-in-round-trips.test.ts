import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { exchange, signInAs, stranger, tokenFor } from '#tests/worker/support/accounts/identities.ts';
import { type Answer, Client, newMember } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import type { Env } from '#worker/env.ts';

async function roundTrips(signIn: (client: Client) => Promise<Answer<unknown>>): Promise<number> {
  const client = new Client();
  const { env: countedEnv, use } = countingDatabase(env as unknown as Env);
  client.workerEnv = countedEnv;
  expect((await signIn(client)).status).toBe(200);
  return use.roundTrips;
}

test('a token exchange takes at most one database round trip more than a login, for existing and new members', async () => {
  const { email, password } = await newMember();
  const byPassword = await roundTrips((client) => client.post('/api/login', { email, password }));
  const known = stranger();
  await signInAs(known);
  for (const person of [known, stranger()]) {
    const token = await tokenFor(person);
    const byToken = await roundTrips((client) => exchange(client, token));
    expect(byToken).toBeLessThanOrEqual(byPassword + 1);
  }
});
