import { expect } from 'vitest';
import type { AdminClaimDetails } from '#schema/claims/admin-claims.ts';
import type { Claim } from '#schema/claims/claim.ts';
import type { DirectMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import type { TestCard } from '#tests/worker/support/client.ts';

export async function approveClaim(claimant: Pick<DirectMember, 'client'>, { cardId }: TestCard): Promise<void> {
  const claim = await claimant.client.post<Claim>('/api/ownership-claims', { cardId, proofUrl: 'https://logs.example.com/finds/17' });
  await approve(claim.body.id);
}

export async function approve(claimId: number): Promise<void> {
  const { client } = await newAdmin();
  const { body } = await client.get<AdminClaimDetails>(`/api/admin/claims/${claimId}`);
  const decision = { status: 'approved', version: body.version, cardVersion: body.card.version };
  expect((await client.post(`/api/admin/claims/${claimId}/decision`, decision)).status).toBe(200);
}
