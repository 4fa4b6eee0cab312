import { mutate } from 'swr';
import { RepayResponse } from '#schema/tokens/token.ts';
import { refreshUser } from '#web/features/accounts/session/user-store.ts';
import { apiSend } from '#web/lib/api/client.ts';

/** Repays as much debt as the balance covers. Reloads the member and the token history. */
export async function repayTokens(): Promise<RepayResponse> {
  const repayment = await apiSend('POST', '/api/tokens/pay-back', undefined, RepayResponse);
  const isHistoryKey = (key: unknown) => typeof key === 'string' && key.startsWith('/api/tokens');
  await Promise.allSettled([refreshUser(), mutate(isHistoryKey)]);
  return repayment;
}
