/** Decides when administrators must verify a second factor. Product rules: Second factors of administrators. */
import type { AdminRole, SecondFactorState } from '#schema/admin/session.ts';
import { freshProofSeconds, freshSignInSeconds } from '#schema/rules.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

/** The second-factor proof that an action requires: none, one from this session, or one less than 15 minutes old. */
export type ProofNeeded = 'none' | 'proof' | 'fresh_proof';

export interface ProofState {
  state: SecondFactorState;
  provedAt: Seconds | null;
}

interface FactorOwner {
  role: AdminRole;
  hasFactor: 0 | 1;
}

/**
 * Returns the state of the second-factor proof. `provedAt` is null if this session has not verified the second factor or the request lacks
 * the proof cookie.
 */
export function proofState(admin: FactorOwner, provedAt: Seconds | null, environment: 'development' | 'production'): ProofState {
  if (admin.hasFactor) return { state: provedAt === null ? 'required' : 'proved', provedAt };
  return { state: environment === 'production' && admin.role === 'super_admin' ? 'missing' : 'optional', provedAt: null };
}

/**
 * Decides whether the second-factor proof is sufficient for an action. An existing factor must be verified first. Administrators who lack a
 * required factor are limited to actions that need no proof.
 */
export function decideProof(
  { state, provedAt }: ProofState,
  level: ProofNeeded,
  now: Seconds,
): Result<'enough', 'second_factor_needed' | 'second_factor_missing' | 'second_factor_stale'> {
  if (state === 'required') return err('second_factor_needed');
  if (state === 'missing' && level !== 'none') return err('second_factor_missing');
  if (level === 'fresh_proof' && provedAt !== null && now >= provedAt + freshProofSeconds) return err('second_factor_stale');
  return ok('enough');
}

/**
 * Decides whether second factors may be changed. This requires verifying an existing factor. The first factor can only be added right after
 * sign-in, so that a stolen token cannot add one.
 */
export function decideFactorChange(
  proof: ProofState,
  openedAt: Seconds,
  now: Seconds,
): Result<'enough', 'second_factor_needed' | 'second_factor_stale' | 'sign_in_again'> {
  const decisionResult = decideProof(proof, 'fresh_proof', now);
  if (!decisionResult.ok && decisionResult.refusal !== 'second_factor_missing') return err(decisionResult.refusal);
  return proof.state === 'proved' || now < openedAt + freshSignInSeconds ? ok('enough') : err('sign_in_again');
}
