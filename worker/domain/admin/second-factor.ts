/** What an administrator has to show beside the password, and when. Product rules: Second factors of administrators. */
import type { AdminRole, SecondFactorState } from '#schema/admin/session.ts';
import { freshProofSeconds, freshSignInSeconds } from '#schema/rules.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

/** What an action asks for: nothing of its own, a proof of this session, or one that is younger than 15 minutes. */
export type ProofNeeded = 'none' | 'proof' | 'fresh_proof';

export interface SeenProof {
  state: SecondFactorState;
  /** Null without a proof. */
  provedAt: Seconds | null;
}

interface SeenAdmin {
  role: AdminRole;
  hasFactor: 0 | 1;
}

/** `provedAt` is null where this session has proved nothing, or brings no cookie of that proof. */
export function seenProof(admin: SeenAdmin, provedAt: Seconds | null, environment: 'development' | 'production'): SeenProof {
  if (admin.hasFactor) return { state: provedAt === null ? 'asked' : 'proved', provedAt };
  return { state: environment === 'production' && admin.role === 'super_admin' ? 'missing' : 'optional', provedAt: null };
}

/** Who has a factor is asked for it before anything; who must have one and has not can do what every administrator can. */
export function decideProof(
  { state, provedAt }: SeenProof,
  needed: ProofNeeded,
  now: Seconds,
): Result<'enough', 'second_factor_needed' | 'second_factor_missing' | 'second_factor_stale'> {
  if (state === 'asked') return err('second_factor_needed');
  if (state === 'missing' && needed !== 'none') return err('second_factor_missing');
  if (needed === 'fresh_proof' && provedAt !== null && now >= provedAt + freshProofSeconds) return err('second_factor_stale');
  return ok('enough');
}

/** Changing one's factors: by one of them; the first right after signing in, so that a stolen token sets up none. */
export function decideFactorChange(
  proof: SeenProof,
  openedAt: Seconds,
  now: Seconds,
): Result<'enough', 'second_factor_needed' | 'second_factor_stale' | 'sign_in_again'> {
  const decided = decideProof(proof, 'fresh_proof', now);
  if (!decided.ok && decided.refusal !== 'second_factor_missing') return err(decided.refusal);
  return proof.state === 'proved' || now < openedAt + freshSignInSeconds ? ok('enough') : err('sign_in_again');
}
