/** Creates members whose certificate is either under review or ready to be activated. */
import { expect } from '@playwright/test';
import * as v from 'valibot';
import { RedeemResponse } from '#schema/certificates/certificate.ts';
import { AdminReview } from '#schema/reviews/admin-reviews.ts';
import { SecondLooks, secondLooksPath } from '#schema/reviews/second-look.ts';
import { verifiedCaller } from '#tests/support/accounts/verified-caller.ts';
import { adminCaller, createAdminCaller, newAdminAccount } from '#tests/support/admin/admin.ts';
import type { SignedInCaller } from '#tests/support/browser/callers.ts';

export interface CertificateHolder extends SignedInCaller {
  number: string;
  certificateId: number;
}

export async function newHolder(): Promise<CertificateHolder> {
  const holder = await newWaitingHolder();
  // Not the demo administrator, who created the administrator who gave the tokens.
  const { api } = await adminCaller('admin');
  const review = `/api/admin/reviews/${holder.certificateId}`;
  const { version } = v.parse(AdminReview, await (await api.get(review)).json());
  const passed = await api.post(`${review}/pass`, { data: { version } });
  expect(passed.ok(), await passed.text()).toBe(true);
  return holder;
}

/**
 * Takes the second look at a holder's certificate as another administrator. Without it, the travel provider offers nothing because the
 * certificate passed with signals.
 */
export async function agreeToPass({ number }: CertificateHolder): Promise<void> {
  const { api } = await adminCaller('admin');
  const looks = v.parse(SecondLooks, await (await api.get(secondLooksPath, { params: { q: number } })).json());
  const look = looks.find(({ review }) => review.number === number);
  if (!look) throw new Error(`No second look at ${number} is waiting`);
  const agreed = await api.post(`${secondLooksPath}/${look.id}/agree`, { data: { version: look.version } });
  expect(agreed.ok(), await agreed.text()).toBe(true);
}

/** Creates a member whose certificate is waiting for review. */
export async function newWaitingHolder(): Promise<CertificateHolder> {
  const holder = await newPrizeWinner();
  const redemption = await holder.api.post('/api/redeem-certificate', { data: { type: 'regional-short' } });
  const { id: certificateId, number } = v.parse(RedeemResponse, await redemption.json()).certificate;
  return { ...holder, number, certificateId };
}

/**
 * Creates a verified member with enough tokens for the smallest stay, given by a new administrator. Administrators cannot approve a
 * certificate paid for with tokens that they gave.
 */
export async function newPrizeWinner(): Promise<SignedInCaller> {
  const winner = await verifiedCaller();
  const { id } = winner.user;
  const { signedIn, password } = await newAdminAccount('super_admin');
  const { api } = await createAdminCaller(signedIn, password);
  const gift = await api.post(`/api/admin/users/${id}/tokens`, {
    data: { amount: 60, reason: 'Prize of the hunt' },
    headers: { 'Idempotency-Key': `office-prize-${id}` },
  });
  expect(gift.ok(), await gift.text()).toBe(true);
  return winner;
}
