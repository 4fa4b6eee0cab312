/** A member with a certificate that waits to be activated. */
import { expect } from '@playwright/test';
import * as v from 'valibot';
import { RedeemResponse } from '#schema/certificate.ts';
import { adminCaller } from '#tests/support/admin.ts';
import { newCaller, type SignedInCaller } from '#tests/support/callers.ts';
import { linkIn, mailTo, tokenIn } from '#tests/support/mailbox.ts';

export interface CertificateHolder extends SignedInCaller {
  /** The certificate's. */
  number: string;
}

/** One whom nobody has seen before: verified, given the tokens by an administrator, and with nothing left of them. */
export async function newHolder(): Promise<CertificateHolder> {
  const holder = await newCaller();
  const { email, id } = holder.user;
  const verification = linkIn(await mailTo(holder.api, email, /verify your email/), '/verify-email');
  await holder.api.post('/api/verify-email', { data: { token: tokenIn(verification) } });
  const { api } = await adminCaller();
  const gift = await api.post(`/api/admin/users/${id}/tokens`, {
    data: { amount: 60, reason: 'Prize of the hunt' },
    headers: { 'Idempotency-Key': `office-prize-${id}` },
  });
  expect(gift.ok(), await gift.text()).toBe(true);
  const redeemed = await holder.api.post('/api/redeem-certificate', { data: { type: 'regional-short' } });
  return { ...holder, number: v.parse(RedeemResponse, await redeemed.json()).certificate.number };
}
