import { mutate } from 'swr';
import { BulkResponse } from '#schema/admin/bulk.ts';
import { totalsPath } from '#schema/admin/totals.ts';
import {
  AdminChest,
  AdminCommission,
  DecisionEffects,
  DuePayouts,
  type Payee,
  PayeeList,
  PayeesWithoutAddress,
  Payment,
  PaymentEntries,
  type PayoutDecision,
  PayoutSummary,
  type PayRequest,
  PayResponse,
} from '#schema/payouts/admin-payouts.ts';
import { maxCountedRows } from '#schema/rules.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { readMatches } from '#web/features/admin/lists/read-list-page.ts';
import { sendOnce } from '#web/features/admin/send-once.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const payoutsPath = '/api/admin/payouts';
export const paymentsPath = `${payoutsPath}/payments`;
export const commissionsPath = `${payoutsPath}/commissions`;
export const chestsPath = `${payoutsPath}/chests`;
const summaryPath = `${payoutsPath}/summary`;
const withoutAddressPath = `${payoutsPath}/without-address`;

export function usePayoutSummary() {
  return useQuery(summaryPath, PayoutSummary, { revalidatesOnMount: true, keepsPreviousData: true });
}

export function usePayeesWithoutAddress() {
  return useQuery(withoutAddressPath, PayeesWithoutAddress, { revalidatesOnMount: true, keepsPreviousData: true });
}

/** Reads all members who are owed money but have no PayPal address, the oldest amounts first. */
export function readPayeesWithoutAddress(): Promise<Payee[]> {
  return readMatches(`${payoutsPath}?address=none`, PayeeList, maxCountedRows, () => {});
}

export function remindPayees(payees: readonly Payee[]): Promise<BulkResponse> {
  return apiSend('POST', `${withoutAddressPath}/reminders`, { members: payees.map(({ id }) => id) }, BulkResponse);
}

export async function reloadPayeesWithoutAddress(): Promise<void> {
  await mutate(withoutAddressPath);
}

export function useDuePayouts(members: number[]) {
  return useQuery(`${payoutsPath}/due?members=${members.join(',')}`, DuePayouts, { revalidatesOnMount: true });
}

export function usePayment(id: number) {
  return useQuery(`${paymentsPath}/${id}`, Payment);
}

export function usePaymentEntries(id: number) {
  return useQuery(`${paymentsPath}/${id}/entries`, PaymentEntries);
}

/** Records the displayed amounts as paid. Until a response arrives, retries reuse the idempotency key. */
export async function payMembers(request: PayRequest): Promise<PayResponse> {
  const response = await sendOnce(paymentsPath, request, (key) =>
    apiSend('POST', paymentsPath, request, PayResponse, { headers: { 'Idempotency-Key': key } }),
  );
  await reloadPayouts();
  return response;
}

export type OwedKind = 'commissions' | 'chests';

export function useDecisionEffects(kind: OwedKind, { id, version }: { id: number; version: number }, decision: PayoutDecision) {
  const address = `${payoutsPath}/${kind}/${id}/effects?${new URLSearchParams({ decision, version: String(version) })}`;
  return useQuery(address, DecisionEffects, { revalidatesOnMount: true });
}

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

/** Releases several earnings. Sends each row's version to detect concurrent updates. */
export function releaseAll(kind: OwedKind, rows: readonly { id: number; version: number }[]): Promise<BulkResponse> {
  const versions = rows.map(({ id, version }) => ({ id, version }));
  return apiSend('POST', `${payoutsPath}/${kind}/releases`, { rows: versions }, BulkResponse);
}

export async function reloadPayouts(): Promise<void> {
  await Promise.all([reloadLists(payoutsPath), mutate(summaryPath), mutate(totalsPath)]);
}
