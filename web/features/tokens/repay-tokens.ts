import { t } from '@lingui/core/macro';
import { mutate } from 'swr';
import { RepayResponse } from '#schema/tokens/token.ts';
import { refreshUser } from '#web/features/accounts/session/user-store.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';

/** Repays as many owed tokens as the balance covers. Reloads the member and the token history. */
export async function repayTokens(): Promise<void> {
  const { paidBack, owedTokens: remaining } = await apiSend('POST', '/api/tokens/pay-back', undefined, RepayResponse);
  const isHistoryKey = (key: unknown) => typeof key === 'string' && key.startsWith('/api/tokens');
  await Promise.allSettled([refreshUser(), mutate(isHistoryKey)]);
  const description = remaining > 0 ? t`You still owe ${tokensLabel(remaining)}.` : t`You no longer owe anything.`;
  showToast({ title: t`Paid back ${tokensLabel(paidBack)}`, description, tone: 'success' });
}
