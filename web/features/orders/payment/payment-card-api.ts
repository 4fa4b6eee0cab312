import { mutate } from 'swr';
import { CardChange, CardChanged, CardOnFile } from '#schema/memberships/payment-card.ts';
import { refreshUser } from '#web/features/accounts/session/user-store.ts';
import { apiSend, slowTimeoutMs } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

const cardPath = '/api/membership/card';

export function useCardOnFile() {
  return useQuery(cardPath, CardOnFile);
}

export async function openCardChange(): Promise<string> {
  return (await apiSend('POST', cardPath, undefined, CardChange, { timeoutMs: slowTimeoutMs })).clientSecret;
}

export async function confirmCardChange(setupIntent: string): Promise<CardChanged> {
  const result = await apiSend('POST', `${cardPath}/confirm`, { setupIntent }, CardChanged, { timeoutMs: slowTimeoutMs });
  await mutate(cardPath, { card: result.card }, { revalidate: false });
  await mutate('/api/membership', result.membership, { revalidate: false });
  if (result.renewal === 'paid') {
    void refreshUser().catch(() => undefined);
    void mutate((key) => typeof key === 'string' && key.includes('/api/payments')).catch(() => undefined);
  }
  return result;
}
