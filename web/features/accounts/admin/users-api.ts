import { mutate } from 'swr';
import { MessageResponse } from '#schema/accounts/account.ts';
import type { TimelineKind } from '#schema/accounts/admin-timeline.ts';
import { AdminUserDetails, type AdminUserProfile } from '#schema/accounts/admin-user-details.ts';
import {
  type AdjustTokensRequest,
  type CorrectKeysRequest,
  type DeleteUserRequest,
  type EditUserRequest,
  type ForgiveTokensRequest,
  type GrantMembershipRequest,
  type ReinstateRequest,
  type SetReferrerRequest,
  type SuspendRequest,
  TokenAdjustment,
  ViewResponse,
} from '#schema/accounts/admin-users.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { isOutcomeUnknown, sendOnce } from '#web/features/admin/send-once.ts';
import { apiGet, apiSend, slowTimeoutMs } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { paths } from '#web/lib/paths.ts';

export const usersPath = '/api/admin/users';
const userPath = (id: number) => `${usersPath}/${id}`;

/** Loads a member's details and revalidates them on each visit. */
export function useUserDetails(id: number) {
  return useQuery(userPath(id), AdminUserDetails, { revalidatesOnMount: true });
}

export async function readProfile(id: number): Promise<AdminUserProfile> {
  return updateCache(id, await apiGet(userPath(id), AdminUserDetails)).profile;
}

export async function editUser(id: number, edit: EditUserRequest): Promise<AdminUserDetails> {
  return applyChange(id, await apiSend('PATCH', userPath(id), edit, AdminUserDetails));
}

/** Adjusts the member's token balance. Until a response arrives, retries reuse the idempotency key. */
export async function adjustTokens(id: number, adjustment: AdjustTokensRequest): Promise<TokenAdjustment> {
  const address = `${userPath(id)}/tokens`;
  const entry = await sendOnce(address, adjustment, (key) =>
    apiSend('POST', address, adjustment, TokenAdjustment, { headers: { 'Idempotency-Key': key } }),
  ).catch((error: unknown) => {
    if (isOutcomeUnknown(error)) void reload(id);
    throw error;
  });
  await reload(id, '/api/admin/tokens');
  return entry;
}

export async function forgiveTokens(id: number, form: ForgiveTokensRequest): Promise<AdminUserDetails> {
  return applyChange(id, await apiSend('POST', `${userPath(id)}/owed-tokens/forgive`, form, AdminUserDetails));
}

export async function grantMembership(id: number, grant: GrantMembershipRequest): Promise<AdminUserDetails> {
  return applyChange(id, await apiSend('POST', `${userPath(id)}/membership`, grant, AdminUserDetails));
}

export async function correctKeys(id: number, correction: CorrectKeysRequest): Promise<AdminUserDetails> {
  return applyChange(id, await apiSend('POST', `${userPath(id)}/keys`, correction, AdminUserDetails));
}

export async function setReferrer(id: number, form: SetReferrerRequest): Promise<AdminUserDetails> {
  return applyChange(id, await apiSend('POST', `${userPath(id)}/referrer`, form, AdminUserDetails));
}

export async function cancelMembership(id: number, cancellation: { reason: string; version: number }): Promise<AdminUserDetails> {
  const response = apiSend('POST', `${userPath(id)}/membership/cancel`, cancellation, AdminUserDetails, { timeoutMs: slowTimeoutMs });
  return applyChange(id, await response);
}

export async function endGrant(id: number, end: { reason: string; version: number }): Promise<AdminUserDetails> {
  return applyChange(id, await apiSend('POST', `${userPath(id)}/membership/end`, end, AdminUserDetails));
}

export async function suspendUser(id: number, suspension: SuspendRequest): Promise<AdminUserDetails> {
  return applyChange(id, await apiSend('POST', `${userPath(id)}/suspension`, suspension, AdminUserDetails));
}

export async function reinstateUser(id: number, end: ReinstateRequest): Promise<AdminUserDetails> {
  return applyChange(id, await apiSend('POST', `${userPath(id)}/suspension/end`, end, AdminUserDetails));
}

export async function deleteUser(id: number, deletion: DeleteUserRequest): Promise<AdminUserDetails> {
  const response = apiSend('POST', `${userPath(id)}/deletion`, deletion, AdminUserDetails, { timeoutMs: slowTimeoutMs });
  return applyChange(id, await response);
}

/** Returns a URL that shows the member's account to the administrator. */
export async function viewAsUser(id: number, reason: string): Promise<string> {
  const { token } = await apiSend('POST', `${userPath(id)}/view`, { reason }, ViewResponse);
  return `${paths.dashboard()}#viewing=${token}`;
}

export function sendVerificationMail(id: number): Promise<MessageResponse> {
  return sendAction(id, 'POST', 'verification-mail');
}

/** Resumes emails to a member whose address bounced. */
export function resumeEmails(id: number): Promise<MessageResponse> {
  return sendAction(id, 'DELETE', 'bounce');
}

export function signOutEverywhere(id: number): Promise<MessageResponse> {
  return sendAction(id, 'POST', 'sign-out');
}

export function endSession(id: number, sessionId: string): Promise<MessageResponse> {
  return sendAction(id, 'DELETE', `sessions/${encodeURIComponent(sessionId)}`);
}

async function sendAction(id: number, method: 'POST' | 'DELETE', path: string): Promise<MessageResponse> {
  const response = await apiSend(method, `${userPath(id)}/${path}`, undefined, MessageResponse);
  await reload(id);
  return response;
}

function updateCache(id: number, details: AdminUserDetails): AdminUserDetails {
  void mutate(userPath(id), details, { revalidate: false });
  return details;
}

async function applyChange(id: number, details: AdminUserDetails): Promise<AdminUserDetails> {
  updateCache(id, details);
  await Promise.all([reloadLists(usersPath), reloadTimeline(id)]).catch(() => undefined);
  return details;
}

/** Reloads the member's details and the given lists. Ignores a failed reload. */
async function reload(id: number, ...lists: string[]): Promise<void> {
  await Promise.all([mutate(userPath(id)), reloadLists(usersPath, ...lists), reloadTimeline(id)]).catch(() => undefined);
}

export function timelinePath(id: number, kinds: readonly TimelineKind[]): string {
  return `${userPath(id)}/timeline${kinds.length === 0 ? '' : `?show=${kinds.join(',')}`}`;
}

export function reloadTimeline(id: number): Promise<unknown> {
  return mutate((key) => typeof key === 'string' && key.startsWith(timelinePath(id, [])));
}
