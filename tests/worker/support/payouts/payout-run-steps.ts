import type { PayoutRun, RunDetails, RunLine, RunScope } from '#schema/payouts/admin-payout-runs.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import type { TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { type Answer, change } from '#tests/worker/support/client.ts';

export const runsPath = '/api/admin/payouts/runs';

/** Creates a member with a confirmed PayPal address. */
export async function payee(role: 'basic' | 'premium' = 'basic'): Promise<DirectMember> {
  const member = await directMember({ role });
  await change(
    `INSERT INTO payout_addresses (user_id, email, confirmed_at) VALUES (?1, 'pay' || CAST(?1 AS INTEGER) || '@paypal.test', 1)`,
    member.id,
  );
  return member;
}

export function begin(
  { client }: TestAdmin,
  { scope = 'all', until = null, key = crypto.randomUUID() }: { scope?: RunScope; until?: string | null; key?: string } = {},
): Promise<Answer<PayoutRun>> {
  return client.post<PayoutRun>(runsPath, { scope, until }, { 'Idempotency-Key': key });
}

export async function continueRun({ client }: TestAdmin, id: number): Promise<RunDetails> {
  for (;;) {
    const { body } = await client.post<RunDetails>(`${runsPath}/${id}/continue`);
    if (body.status !== 'collecting' && body.status !== 'paying') return body;
  }
}

/** Creates a payout run with all payable members and continues it until it is frozen. */
export async function frozenRun(admin: TestAdmin, terms: { scope?: RunScope; until?: string | null } = {}): Promise<RunDetails> {
  const { body, status } = await begin(admin, terms);
  if (status !== 201) throw new Error(`No payout run: ${JSON.stringify(body)}`);
  return continueRun(admin, body.id);
}

export function takeStep(
  { client }: TestAdmin,
  step: 'approve' | 'cancel' | 'pay' | 'undo',
  { id, version, totalCents }: { id: number; version: number; totalCents?: number },
): Promise<Answer<RunDetails>> {
  return client.post<RunDetails>(`${runsPath}/${id}/${step}`, { version, totalCents });
}

export async function linesOf({ client }: TestAdmin, id: number): Promise<RunLine[]> {
  return (await client.get<RunLine[]>(`${runsPath}/lines?run=${id}&limit=200`)).body;
}
