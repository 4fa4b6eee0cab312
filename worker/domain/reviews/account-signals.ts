import {
  benefactorSeconds,
  fedShareSignal,
  givenShareSignal,
  referralChainSignal,
  refusalSignalMonths,
  returnedPaymentSignalSeconds,
  secondsPerDay,
} from '#schema/rules.ts';
import type { FavorAction } from '#worker/domain/admin/giving-actions.ts';
import { afterMonths, type Seconds, utcDay } from '#worker/domain/time.ts';
import { formatNames, listGifts, type ReviewCase, sumTokens, type Transfer } from './case.ts';
import type { ReturnedPayment } from './facts.ts';
import { heldSignal } from './group-facts.ts';
import type { KnownSignal } from './signal.ts';
import { isMailboxProven, listMailboxes, type MailboxUse, mailboxTie } from './ties.ts';

/** Flags disposable and shared mailboxes because they allow unlimited email addresses and therefore unlimited accounts. */
export function mailboxSignals(reviewCase: ReviewCase): KnownSignal[] {
  const { facts, member } = reviewCase;
  const reasons: string[] = [];
  if (member.isDisposable) reasons.push(`${member.name} uses a disposable mailbox`);
  const sharedMailboxAccountIds = facts.accounts
    .filter((other) => other.id !== member.id && mailboxTie(reviewCase, other, member) === 'mailbox')
    .map(({ id }) => id);
  if (sharedMailboxAccountIds.length > 0)
    reasons.push(`${formatNames(reviewCase, [member.id, ...sharedMailboxAccountIds])} use different addresses of the same mailbox`);
  const fromSharedMailboxes = transfersFromSharedMailboxes(reviewCase);
  if (fromSharedMailboxes.length > 0 && sumTokens(fromSharedMailboxes) >= fedShareSignal * reviewCase.tokens) {
    const finders = formatNames(reviewCase, new Set(fromSharedMailboxes.map(({ finderId }) => finderId)));
    reasons.push(
      `${sumTokens(fromSharedMailboxes)} of the ${reviewCase.tokens} tokens come from finders with disposable or shared mailboxes (${finders})`,
    );
  }
  const counts = {
    tokens: sumTokens(fromSharedMailboxes),
    allTokens: reviewCase.tokens,
    members: new Set([...sharedMailboxAccountIds, ...fromSharedMailboxes.map(({ finderId }) => finderId)]).size,
  };
  return reasons.length > 0 ? [{ code: 'mailbox', sentence: `${reasons.join('; ')}.`, counts }] : [];
}

/** Returns the transfers from finders with a disposable mailbox, or one that they share with another account of the case. */
export function transfersFromSharedMailboxes(reviewCase: ReviewCase): Transfer[] {
  const { facts, member, accounts, transfers } = reviewCase;
  const usesByMailbox = Map.groupBy(facts.accounts.flatMap(listMailboxes), ({ mailbox }) => mailbox);
  const isShared = (use: MailboxUse) => {
    const others = usesByMailbox.get(use.mailbox)?.filter(({ id }) => id !== use.id) ?? [];
    const members = others.filter(({ id }) => id === member.id);
    return members.length > 0
      ? members.some((other) => isMailboxProven(reviewCase, use, other))
      : others.some(({ isVerified }) => isVerified || !use.isVerified);
  };
  return transfers.filter(({ finderId }) => {
    const finder = accounts.get(finderId);
    return finderId !== member.id && finder && (finder.isDisposable || listMailboxes(finder).some(isShared));
  });
}

/** Flags tokens from finders or owners who have been erased, because erasure removes the evidence of other signals. */
export function leftSignals(reviewCase: ReviewCase): KnownSignal[] {
  const { facts, tokens } = reviewCase;
  const fromErased = transfersFromErased(reviewCase);
  if (!isSubstantial(fromErased, reviewCase)) return [];
  const ids = new Set(
    fromErased.map(({ finderId, ownerId }) => (finderId === facts.memberId ? ownerId : finderId)).filter((id) => id !== null),
  );
  return [
    {
      code: 'left',
      sentence: `${sumTokens(fromErased)} of the ${tokens} tokens come from accounts that were deleted (${formatNames(reviewCase, ids)}).`,
      counts: { tokens: sumTokens(fromErased), allTokens: tokens, members: ids.size },
    },
  ];
}

export function transfersFromErased({ accounts, transfers }: ReviewCase): Transfer[] {
  const isErased = (id: number | null) => id !== null && accounts.get(id)?.isErased === true;
  return transfers.filter(({ finderId, ownerId }) => isErased(finderId) || isErased(ownerId));
}

/**
 * Flags refunded or disputed payments for the cards or for the owner's membership. Owners need a membership to place cards; finders do not.
 */
export function moneySignals(reviewCase: ReviewCase, now: Seconds): KnownSignal[] {
  const { facts, member } = reviewCase;
  const returnedPayments = facts.returnedPayments.filter((payment) => isSubstantial(transfersBehind(payment, reviewCase, now), reviewCase));
  const reasons = returnedPayments.map(
    (payment) => `${formatNames(reviewCase, [payment.userId])}'s payment for ${describePayment(payment)} ${returnLabels[payment.outcome]}`,
  );
  if (facts.owedTokens > 0) reasons.push(`${member.name} owes ${facts.owedTokens} tokens from a reversal`);
  const counts = { payments: returnedPayments.length, tokens: facts.owedTokens };
  return reasons.length > 0 ? [{ code: 'money_back', sentence: `${reasons.join('; ')}.`, counts }] : [];
}

/** Returns the transfers that a returned payment for cards, or a recent one for the owner's membership, made possible. */
export function transfersBehind(payment: ReturnedPayment, { cards, transfers }: ReviewCase, now: Seconds): Transfer[] {
  if (payment.kind === 'card_order') return transfers.filter(({ cardId }) => cards.get(cardId)?.orderId === payment.orderId);
  const isRecent = payment.at > now - returnedPaymentSignalSeconds;
  return isRecent ? transfers.filter(({ ownerId }) => ownerId === payment.userId) : [];
}

/** Flags tokens that administrators granted, or that cards from them earned, because an administrator could give an accomplice a stay. */
export function giftSignals({ facts, tokens }: ReviewCase): KnownSignal[] {
  const granted = sumTokens(listGifts(facts.rewards));
  const [ownCardIds, foundCardIds] = [new Set(facts.givenCardIds), new Set(facts.foundAfterTransferIds)];
  const earned = sumTokens(
    facts.rewards.filter(
      (reward) => reward.kind !== 'adjustment' && (reward.kind === 'find' ? foundCardIds : ownCardIds).has(reward.cardId),
    ),
  );
  const given = granted + earned;
  if (given === 0 || given < givenShareSignal * tokens) return [];
  const ofAll = `of the ${tokens} tokens`;
  const sentence =
    earned === 0
      ? `Administrators gave ${granted} ${ofAll}.`
      : `${granted} ${ofAll} were given by administrators, and ${earned} come from cards that administrators gave to members.`;
  return [{ code: 'gift', sentence, counts: { tokens: given, allTokens: tokens } }];
}

const favorTexts: Record<FavorAction, string> = {
  'certificate.cancel': 'canceled a certificate with a booked stay',
  'certificate.other_person': 'decided that a traveler is someone else',
  'keys.correct': 'corrected the member’s keys',
  'membership.grant': 'gave the member a membership',
  'review.undo': 'undid a group decision that had taken back tokens',
  'tokens.forgive': 'forgave tokens that the member owed',
  'user.update': 'requested or completed a change of the member’s email address',
};

/** Flags what an administrator could do for themselves or an accomplice, such as take over the account, so that another one decides. */
export function favorSignals({ facts }: ReviewCase, now: Seconds): KnownSignal[] {
  const recent = facts.favors.filter(({ at }) => at > now - benefactorSeconds);
  if (recent.length === 0) return [];
  const favors = new Set(recent.map(({ action, at }) => `${favorTexts[action]} on ${utcDay(at)}`));
  return [{ code: 'favor', sentence: `An administrator ${[...favors].join(', and one ')}.`, counts: {} }];
}

/**
 * Flags members whom a group decision has put on hold, and members with a recently refused certificate, because their new certificates need
 * a manual review.
 */
export function decisionSignals({ facts }: ReviewCase, now: Seconds): KnownSignal[] {
  const { isHeld, refusedAt } = facts;
  const isRecent = refusedAt !== null && afterMonths(refusedAt, refusalSignalMonths) > now;
  return [
    ...(isHeld ? [{ code: heldSignal, sentence: 'The member is on hold because of a group decision.', counts: {} } as const] : []),
    ...(isRecent
      ? [{ code: 'refused_before', sentence: `A certificate of the member was refused on ${utcDay(refusedAt)}.`, counts: {} } as const]
      : []),
  ];
}

function isSubstantial(backingTransfers: { tokens: number }[], { tokens }: ReviewCase): boolean {
  return backingTransfers.length > 0 && sumTokens(backingTransfers) >= fedShareSignal * tokens;
}

const returnLabels: Record<ReturnedPayment['outcome'], string> = {
  refunded: 'was refunded',
  dispute_lost: 'was lost in a dispute',
  dispute_open: 'is disputed',
};

function describePayment({ kind, amountCents }: ReturnedPayment): string {
  return `${kind === 'membership' ? 'a membership' : 'cards'} of $${(amountCents / 100).toFixed(2)}`;
}

/** Flags a chain of accounts that each referred the next soon after registration; real friends take longer. */
export function referralSignals(reviewCase: ReviewCase): KnownSignal[] {
  const { facts, member } = reviewCase;
  const referralLine = [member, ...facts.referrers];
  const chainBreakIndex = referralLine.findIndex((one, index) => {
    const referrer = referralLine[index + 1];
    return !referrer || one.createdAt - referrer.createdAt > referralChainSignal.madeWithinSeconds;
  });
  const chain = referralLine.slice(0, chainBreakIndex + 1);
  const payers = [...facts.referrers, ...facts.referred].filter(({ hasPaid }) => hasPaid);
  const returnedReferrals = payers.filter(({ hasReturnedPayment }) => hasReturnedPayment);
  const reasons: string[] = [];
  if (chain.length >= referralChainSignal.members) {
    const days = referralChainSignal.madeWithinSeconds / secondsPerDay;
    const names = chain
      .map(({ name }) => name)
      .reverse()
      .join(' referred ');
    reasons.push(`${names}, each within ${days} days of signing up`);
  }
  const { members, share } = referralChainSignal.moneyBack;
  if (returnedReferrals.length >= Math.max(members, share * payers.length)) {
    reasons.push(
      `in the referral chain of ${member.name}, payments were returned for ${returnedReferrals.map(({ name }) => name).join(', ')}`,
    );
  }
  const counts = { members: chain.length, payments: returnedReferrals.length };
  return reasons.length > 0 ? [{ code: 'referral_chain', sentence: `${reasons.join('; ')}.`, counts }] : [];
}
