/** Signals about accounts: their mailboxes, the money behind them, and who brought whom. */
import { fedShareSignal, moneyBackSignalSeconds, referralChainSignal, secondsPerDay } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { namesOf, passagesOf, type ReviewCase, tokensOf } from './case.ts';
import type { ReturnedPayment } from './facts.ts';
import type { KnownSignal } from './signal.ts';

/** Who can have addresses without end can have accounts without end. */
export function mailboxSignals(seen: ReviewCase): KnownSignal[] {
  const { facts, member, accounts } = seen;
  const reasons: string[] = [];
  if (member.isDisposable) reasons.push(`${member.name} uses a mailbox that is thrown away after use`);
  const sharing = facts.accounts.filter(({ id, mailbox }) => id !== member.id && mailbox === member.mailbox).map(({ id }) => id);
  if (sharing.length > 0) reasons.push(`${namesOf(seen, [member.id, ...sharing])} have one mailbox under several addresses`);
  const accountsOf = Map.groupBy(facts.accounts, ({ mailbox }) => mailbox);
  const fedBy = passagesOf(seen).filter(({ finderId }) => {
    const finder = accounts.get(finderId);
    return finderId !== member.id && finder && (finder.isDisposable || (accountsOf.get(finder.mailbox)?.length ?? 0) > 1);
  });
  if (fedBy.length > 0 && tokensOf(fedBy) >= fedShareSignal * seen.tokens) {
    const finders = namesOf(seen, new Set(fedBy.map(({ finderId }) => finderId)));
    reasons.push(`${tokensOf(fedBy)} of the ${seen.tokens} tokens come from finders with disposable or shared mailboxes (${finders})`);
  }
  return reasons.length > 0 ? [{ code: 'mailbox', sentence: `${reasons.join('; ')}.` }] : [];
}

/**
 * The cards were paid for, and the membership without which nobody places any: where that money went back, so may the tokens.
 * Who only finds needs no membership, and theirs says nothing.
 */
export function moneySignals(seen: ReviewCase, now: Seconds): KnownSignal[] {
  const { facts, member, cards } = seen;
  const reasons: string[] = [];
  const passages = passagesOf(seen);
  for (const payment of facts.returnedPayments) {
    const behind = passages.filter(({ cardId, ownerId }) =>
      payment.kind === 'card_order' ? cards.get(cardId)?.orderId === payment.orderId : ownerId === payment.userId,
    );
    const isRecent = payment.kind === 'card_order' || payment.at > now - moneyBackSignalSeconds;
    if (!isRecent || !isMuch(behind, seen)) continue;
    reasons.push(`${namesOf(seen, [payment.userId])}'s payment for ${inWords(payment)} ${howInWords[payment.how]}`);
  }
  if (facts.owedTokens > 0) reasons.push(`${member.name} owes ${facts.owedTokens} tokens that a reversal could not take back`);
  return reasons.length > 0 ? [{ code: 'money_back', sentence: `${reasons.join('; ')}.` }] : [];
}

function isMuch(behind: { tokens: number }[], { tokens }: ReviewCase): boolean {
  return behind.length > 0 && tokensOf(behind) >= fedShareSignal * tokens;
}

const howInWords: Record<ReturnedPayment['how'], string> = {
  refunded: 'was refunded',
  dispute_lost: 'was lost in a dispute',
  dispute_open: 'is disputed',
};

function inWords({ kind, amountCents }: ReturnedPayment): string {
  return `${kind === 'membership' ? 'a membership' : 'cards'} of $${(amountCents / 100).toFixed(2)}`;
}

/** A line in which each referred the next soon after it was made itself; friends take longer. */
export function referralSignals(seen: ReviewCase): KnownSignal[] {
  const { facts, member } = seen;
  const line = [{ ...member, moneyWentBack: false }, ...facts.referrers];
  const broken = line.findIndex((one, index) => {
    const referrer = line[index + 1];
    return !referrer || one.createdAt - referrer.createdAt > referralChainSignal.madeWithinSeconds;
  });
  const chain = line.slice(0, broken + 1);
  const lost = [...facts.referrers, ...facts.referred].filter(({ moneyWentBack }) => moneyWentBack);
  const reasons: string[] = [];
  if (chain.length >= referralChainSignal.members) {
    const days = referralChainSignal.madeWithinSeconds / secondsPerDay;
    const names = chain
      .map(({ name }) => name)
      .reverse()
      .join(' referred ');
    reasons.push(`${names}, each within ${days} days of being made`);
  }
  const { members, share } = referralChainSignal.moneyBack;
  if (lost.length >= Math.max(members, share * (facts.referrers.length + facts.referred.length))) {
    reasons.push(`money of ${lost.map(({ name }) => name).join(', ')} went back, who were referred along with ${member.name}`);
  }
  return reasons.length > 0 ? [{ code: 'referral_chain', sentence: `${reasons.join('; ')}.` }] : [];
}
