import { CreationOptions } from '#schema/accounts/passkey.ts';
import { AppSetup, Factors, RecoveryCodes } from '#schema/admin/factors.ts';
import { refreshAdmin } from '#web/features/admin/session/admin-session.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { importWithRetry } from '#web/lib/react/page.tsx';

const path = '/api/admin/factors';

export function useFactors() {
  return useQuery(path, Factors, { revalidatesOnMount: true });
}

/** Throws if the device or the server rejects the passkey. */
export async function addPasskey(name: string): Promise<Factors> {
  const { createPasskey } = await importWithRetry(() => import('#web/lib/passkeys.ts'));
  const passkey = await createPasskey(await apiSend('POST', `${path}/passkeys/options`, undefined, CreationOptions));
  return reloadAfter(apiSend('POST', `${path}/passkeys`, { name, passkey }, Factors));
}

export function renamePasskey(id: number, name: string): Promise<Factors> {
  return apiSend('PATCH', `${path}/passkeys/${id}`, { name }, Factors);
}

export function removePasskey(id: number): Promise<Factors> {
  return reloadAfter(apiSend('DELETE', `${path}/passkeys/${id}`, undefined, Factors));
}

export function beginApp(): Promise<AppSetup> {
  return apiSend('POST', `${path}/app`, undefined, AppSetup);
}

export async function confirmApp(code: string): Promise<string[]> {
  return (await reloadAfter(apiSend('POST', `${path}/app/confirm`, { code }, RecoveryCodes))).recoveryCodes;
}

export function removeApp(): Promise<Factors> {
  return reloadAfter(apiSend('DELETE', `${path}/app`, undefined, Factors));
}

export async function renewRecoveryCodes(): Promise<string[]> {
  return (await apiSend('POST', `${path}/recovery-codes`, undefined, RecoveryCodes)).recoveryCodes;
}

/** Awaits the response, then reloads the session because the administrator's access depends on their second factors. */
async function reloadAfter<Result>(response: Promise<Result>): Promise<Result> {
  const result = await response;
  await refreshAdmin().catch(() => undefined);
  return result;
}
