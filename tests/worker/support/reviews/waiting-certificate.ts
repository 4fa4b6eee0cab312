import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { RedeemResponse, type VacationCertificate } from '#schema/certificates/certificate.ts';
import { secondLookSampleInterval } from '#schema/rules.ts';
import type { TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { giveTokens, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { change, newMember, type TestMember } from '#tests/worker/support/client.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { isDrawn } from '#worker/security/random.ts';

export type Redeemer = TestMember & { certificate: VacationCertificate };

/** Creates a member and redeems their first certificate, which then waits for review. */
export async function waitingCertificate(options: { email?: string; address?: string; signals?: string[] } = {}): Promise<Redeemer> {
  const member = await newMember(options);
  await verifyEmail(member.id);
  await giveTokens(member.id, 120);
  const answer = await member.client.post('/api/redeem-certificate', { type: 'global' });
  const { certificate } = v.parse(RedeemResponse, answer.body);
  if (options.signals)
    await change('UPDATE vacation_certificates SET review_signals = ? WHERE id = ?', JSON.stringify(options.signals), certificate.id);
  return { ...member, certificate };
}

export function pass({ client }: TestAdmin, { certificate }: Redeemer, version = 1) {
  return client.post(`/api/admin/reviews/${certificate.id}/pass`, { version });
}

/** Changes the certificate's number so that the certificate is, or is not, selected for a second look. */
export async function drawSecondLook(certificate: VacationCertificate, getsOne: boolean): Promise<void> {
  const { linkSigningKey } = await readConfig(env as unknown as Env);
  for (let attempt = 0; ; attempt += 1) {
    const number = `${certificate.number.slice(0, -3)}${String(attempt).padStart(3, '0')}`;
    if ((await isDrawn(linkSigningKey, 'second-look', number, secondLookSampleInterval)) !== getsOne) continue;
    await change('UPDATE vacation_certificates SET number = ? WHERE id = ?', number, certificate.id);
    return;
  }
}
