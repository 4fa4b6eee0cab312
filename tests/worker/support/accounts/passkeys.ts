import type { CreationOptions, Passkey, RequestOptions } from '#schema/accounts/passkey.ts';
import type { SignedInUser } from '#schema/accounts/user.ts';
import { Authenticator, type Circumstances } from '#tests/worker/support/accounts/authenticator.ts';
import { Client } from '#tests/worker/support/client.ts';

export const passkeyOptions = (client: Client, currentPassword: string | null = null) =>
  client.post<CreationOptions>('/api/passkeys/options', { currentPassword });

export async function addPasskey(
  { client }: { client: Client },
  authenticator = new Authenticator(),
  { name = 'My phone', ...circumstances }: Circumstances & { name?: string } = {},
) {
  const { body } = await passkeyOptions(client);
  const passkey = await authenticator.make(body, circumstances);
  return { authenticator, passkey, answer: await client.post<Passkey>('/api/passkeys', { name, passkey }) };
}

export async function signInWithPasskey(authenticator: Authenticator, client = new Client(), circumstances: Circumstances = {}) {
  const { body } = await client.post<RequestOptions>('/api/login/passkey/options');
  return client.post<SignedInUser>('/api/login/passkey', { passkey: await authenticator.show(body, circumstances) });
}
