import { mutate } from 'swr';
import { MessageResponse } from '#schema/accounts/account.ts';
import { CreationOptions, Passkey, Passkeys } from '#schema/accounts/passkey.ts';
import { SignIns } from '#schema/accounts/sign-in-log.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { importWithRetry } from '#web/lib/react/page.tsx';

const path = '/api/passkeys';

export function usePasskeys() {
  return useQuery(path, Passkeys, { revalidatesOnMount: true });
}

/** Reloads the passkey list, if it is on screen, after the server has removed passkeys. */
export const reloadPasskeys = () => mutate(path);

export function useSignIns() {
  return useQuery('/api/sign-ins', SignIns, { revalidatesOnMount: true });
}

/** Throws if the device or the server rejects the passkey. */
export async function addPasskey(name: string, currentPassword: string | undefined): Promise<Passkey> {
  const { createPasskey } = await importWithRetry(() => import('#web/lib/passkeys.ts'));
  const options = await apiSend('POST', `${path}/options`, { currentPassword: currentPassword || null }, CreationOptions);
  return apiSend('POST', path, { name, passkey: await createPasskey(options) }, Passkey);
}

export function renamePasskey(id: number, name: string): Promise<MessageResponse> {
  return apiSend('PATCH', `${path}/${id}`, { name }, MessageResponse);
}

export function removePasskey(id: number, currentPassword: string): Promise<MessageResponse> {
  return apiSend('DELETE', `${path}/${id}`, currentPassword ? { currentPassword } : undefined, MessageResponse);
}
