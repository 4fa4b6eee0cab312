import { secondsPerDay } from '#schema/rules.ts';
import { normalizeMailbox } from '#worker/domain/accounts/mailbox.ts';
import { type CertificateType, decideActivation, decideRedemption, getOption } from '#worker/domain/certificates/certificate.ts';
import { buildCase, sumTokens } from '#worker/domain/reviews/case.ts';
import { decideReview } from '#worker/domain/reviews/certificate-review.ts';
import type { ReviewFacts } from '#worker/domain/reviews/facts.ts';
import { reviewSignals } from '#worker/domain/reviews/signals.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { caseFacts } from './case-facts.ts';
import { getTier } from './purchases.ts';
import { claimStay } from './travelers.ts';
import { getMember, type World, type WorldCertificate } from './world.ts';

export const travelerRefused = 'traveler_has_stay';

/** Typical time until a reviewer decides, in seconds (two working days). */
export const reviewSeconds = 2 * secondsPerDay;

/** Redeems a certificate. Does nothing if the member is not allowed to redeem at this time. */
export function redeem(world: World, memberId: number, type: CertificateType, now: Seconds): void {
  const member = getMember(world, memberId);
  const formerlyAt = world.formerRedemptions.get(normalizeMailbox(member.email)) ?? null;
  const lastRedeemedAt = member.certificates.at(-1)?.redeemedAt ?? formerlyAt;
  const redeemer = { ...member, firstName: null, lastName: null, username: member.name, language: 'en' };
  const plan = decideRedemption(type, redeemer, lastRedeemedAt, now);
  if (!plan.ok) return;
  const tokens = getOption(type).tokenCost;
  const isFirst = member.certificates.length === 0;
  const facts = caseFacts(world, memberId, tokens, now);
  const signals = reviewSignals(facts, now);
  const certificate: WorldCertificate = {
    number: world.nextId++,
    ...{ memberId, type, tokens, redeemedAt: now, signals },
    isFirst,
    review: decideReview(
      { isFirst, isPaidMember: getTier(member, now) !== 'free', memberSince: member.createdAt, signals: signals.map(({ code }) => code) },
      now,
    ),
    isActivated: false,
    offlineTokens: sumOfflineTokens(facts),
    restsOn: counterparts(facts),
    shown: facts.accounts.map(({ id }) => id),
  };
  member.tokenBalance -= tokens;
  member.certificates.push(certificate);
  world.certificates.push(certificate);
  const { activateBy } = plan.value;
  world.agenda.plan(decidedAt(certificate), (dueAt) => {
    if (!decideActivation({ status: 'active', review: 'passed', activateBy }, member, dueAt).ok) return;
    certificate.isActivated = member.traveler === null || claimStay(world.stays, member.traveler, now);
    if (!certificate.isActivated) returnCertificate(world, certificate, dueAt);
  });
}

function returnCertificate(world: World, certificate: WorldCertificate, now: Seconds): void {
  const member = getMember(world, certificate.memberId);
  member.tokenBalance += certificate.tokens;
  member.certificates = member.certificates.filter((other) => other !== certificate);
  world.refusals.push({ memberId: member.id, reason: travelerRefused, at: now });
}

export function decidedAt({ redeemedAt, review }: WorldCertificate): Seconds {
  return redeemedAt + (review === 'waiting' ? reviewSeconds : 0);
}

function sumOfflineTokens(facts: ReviewFacts): number {
  const offline = new Set(facts.finds.flatMap(({ source, cardId, userId }) => (source === 'offline' ? [`${cardId}:${userId}`] : [])));
  return sumTokens(buildCase(facts).transfers.filter(({ cardId, finderId }) => offline.has(`${cardId}:${finderId}`)));
}

function counterparts({ rewards, cards }: ReviewFacts): Map<number, number> {
  const ownerIds = new Map(cards.map(({ id, ownerId }) => [id, ownerId]));
  const tokensByMember = new Map<number, number>();
  for (const reward of rewards) {
    const from = reward.kind === 'find' ? ownerIds.get(reward.cardId) : reward.kind === 'owner_reward' ? reward.finderId : null;
    if (typeof from === 'number') tokensByMember.set(from, (tokensByMember.get(from) ?? 0) + reward.tokens);
  }
  return tokensByMember;
}
