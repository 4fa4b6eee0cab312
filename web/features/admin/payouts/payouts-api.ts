/** Calls of the Payouts tab. */
import { mutate } from 'swr';
import {
  AdminChest,
  AdminCommission,
  DecisionEffects,
  DuePayouts,
  PaymentEntries,
  type PayoutDecision,
  PayoutSummary,
  type PayRequest,
  PayResponse,
} from '#schema/admin/payouts.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { sendOnce } from '#web/features/admin/sent-once.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const payoutsPath = '/api/admin/payouts';
export const paymentsPath = `${payoutsPath}/payments`;
export const commissionsPath = `${payoutsPath}/commissions`;
export const chestsPath = `${payoutsPath}/chests`;
const summaryPath = `${payoutsPath}/summary`;

export function usePayoutSummary() {
  return useQuery(summaryPath, PayoutSummary, { asksOnVisit: true, keepsPrevious: true });
}

/** What exactly is owed to these members now. */
export function useDue(members: number[]) {
  return useQuery(`${payoutsPath}/due?members=${members.join(',')}`, DuePayouts, { asksOnVisit: true });
}

/** What one payment settled. */
export function usePaymentEntries(id: number) {
  return useQuery(`${paymentsPath}/${id}/entries`, PaymentEntries);
}

/** Pays members what was shown of them. Sent again while no answer came, it pays nothing twice. */
export async function payMembers(request: PayRequest): Promise<PayResponse> {
  const answer = await sendOnce(paymentsPath, request, (key) =>
    apiSend('POST', paymentsPath, request, PayResponse, { headers: { 'Idempotency-Key': key } }),
  );
  await reloadPayouts();
  return answer;
}

export type OwedKind = 'commissions' | 'chests';

/** What would go along with a decision, as things stand now. */
export function useEffectsOf(kind: OwedKind, { id, version }: { id: number; version: number }, decision: PayoutDecision) {
  const address = `${payoutsPath}/${kind}/${id}/effects?${new URLSearchParams({ decision, version: String(version) })}`;
  return useQuery(address, DecisionEffects, { asksOnVisit: true });
}

/** Holds or refuses what is not paid yet, with a reason, or releases what is held. */
export async function decide(
  kind: OwedKind,
  { id, version }: { id: number; version: number },
  decision: PayoutDecision,
  reason?: string,
): Promise<void> {
  const schema = kind === 'commissions' ? AdminCommission : AdminChest;
  await apiSend<unknown>('POST', `${payoutsPath}/${kind}/${id}/${decision}`, { version, ...(reason !== undefined && { reason }) }, schema);
  await reloadPayouts();
}

export async function reloadPayouts(): Promise<void> {
  await Promise.all([reloadLists(payoutsPath), mutate(summaryPath)]);
}
