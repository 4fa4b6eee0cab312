/**
 * Hashes the mailboxes of PayPal addresses, which payments keep, and erases members once the waiting period after their deletion request is
 * over, in which a suspension does not count: first at Stripe, then in every table. Product rules: A member's own data.
 */
import { getErasureCutoffs } from '#worker/domain/accounts/deletion.ts';
import { type EvidenceDeps, saveEvidence } from '#worker/flows/disputes/draft-evidence.ts';
import { cancelDeletionAgain } from '#worker/flows/memberships/cancel-deletion-again.ts';
import type { PaymentDeps } from '#worker/flows/memberships/deps.ts';
import { endPayments } from '#worker/flows/memberships/end-payments.ts';
import { forgetCustomers } from '#worker/flows/memberships/forget-customers.ts';
import { unusablePassword } from '#worker/security/password.ts';
import type { DueErasure } from '#worker/store/accounts/erasure.ts';
import type { Budget } from './budget.ts';
import { batchRows, type DueWork, drainQueue, throwIfIncomplete } from './drain-queue.ts';
import { classifyOutage } from './reconcile-payments.ts';
import { endCases, recordCases } from './review-cases.ts';

export interface ErasureDeps extends PaymentDeps, EvidenceDeps {
  hashMailbox: (address: string) => Promise<string>;
  /** Like `hashMailbox`, but uses the key for data that is kept about former members. */
  hashFormerMailbox: (address: string) => Promise<string>;
}

/** Rounds that erase an account with few rows: some rows wait for others, such as a conversation for its replies. */
const roundsOfFewRows = 4;

/** Safe to run twice, late or in parallel, and safe to interrupt. Rejects if any member could not be erased. */
export async function eraseAccounts(deps: ErasureDeps, budget: Budget): Promise<void> {
  const { store, now } = deps;
  await store.payoutAddresses.addHashes(deps.hashFormerMailbox);
  if (!(await recordCases({ store, budget }, now))) return;
  const report = await drainQueue({ store, now, budget, classifyOutage }, ['erasure'], async () =>
    (await store.erasure.due(getErasureCutoffs(now), now, batchRows)).map(
      (due): DueWork => ({ kind: 'erasure', key: String(due.userId), work: () => eraseAccount(deps, due, budget) }),
    ),
  );
  await endCases({ store, budget }, now);
  throwIfIncomplete([report], { rows: 'deleted accounts', provider: 'The payment provider' });
}

async function eraseAccount(deps: ErasureDeps, dueErasure: DueErasure, budget: Budget) {
  const { userId, createdAt, email, requestedAt } = dueErasure;
  const canceledRequest = await deps.store.erasure.findCancellation(dueErasure);
  if (canceledRequest) {
    // If the restore lost a newer request that is still open, `restore:after` reapplies it.
    await cancelDeletionAgain(deps, canceledRequest, null);
    return 'waits';
  }
  if (!(await deps.store.erasure.voidCancelingLinks(dueErasure, deps.now))) return 'waits';
  // Ends payments again because a checkout in another tab may have been paid after the deletion request, or may still be in progress.
  const snapshot = await endPayments(deps, userId);
  if (!snapshot) return 'waits';
  await forgetCustomers(deps, dueErasure, snapshot);
  const formerEmails = JSON.parse(dueErasure.formerEmails) as string[];
  const [mailboxHash = '', ...formerMailboxHashes] = await Promise.all([email, ...formerEmails].map(deps.hashMailbox));
  await deps.store.caseEvidence.keepMember({ userId, email, requestedAt, mailboxHash, formerEmails, formerMailboxHashes });
  await deps.store.formerRedemptions.record(userId, await deps.hashFormerMailbox(email));
  if (snapshot.account.payments.some(({ disputeStatus }) => disputeStatus !== null)) await saveEvidence(deps, userId);
  const { erasure } = deps.store;
  await erasure.adoptConversations(userId, formerEmails);
  await erasure.registerErased({ userId, createdAt });
  for (let rounds = 1; ; rounds += 1) {
    const hasNoMore = await erasure.eraseSome(userId, deps.now);
    if (hasNoMore && (await erasure.finishErasure(userId, unusablePassword, deps.now))) return 'done';
    // An active member may have more rows than one run can erase; a later run then continues.
    if (rounds >= roundsOfFewRows && budget.isSpent()) return 'unfinished';
  }
}
