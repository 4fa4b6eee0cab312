import type { AdminRole } from '#schema/admin/session.ts';
import type { AdminCard, AdminCardDetails } from '#schema/cards/admin-cards.ts';
import { pick } from '#worker/domain/pick.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import type { CardDetails, ChangeRow } from '#worker/store/cards/admin-card-details.ts';
import type { AdminCardRow } from '#worker/store/cards/admin-cards.ts';

export function presentCard({ ownerId, ownerEmail, createdAt, isTest, ...same }: AdminCardRow): AdminCard {
  return {
    ...same,
    createdAt: toIso(createdAt),
    ...(ownerId !== null && { userInfo: { id: ownerId, email: ownerEmail ?? '' } }),
    isTest: isTest === 1,
  };
}

/**
 * Returns a card's details for the given `viewer`. Only super administrators see the values of each change; other administrators see only
 * its time and author.
 */
export function presentCardDetails(details: CardDetails, viewer: AdminRole): AdminCardDetails {
  const { card, order, printOrder, finds, reports, claims, changes } = details;
  return {
    card: {
      ...presentCard(card),
      ...pick(card, 'description', 'latitude', 'longitude', 'tokensEarned'),
      placedDate: toIsoOrNull(card.placedDate),
      placementAt: toIsoOrNull(card.placementAt),
      placementConfirmedAt: toIsoOrNull(card.placementConfirmedAt),
    },
    order: order ? { ...order, paidAt: toIsoOrNull(order.paidAt) } : null,
    printOrder: printOrder ? { ...printOrder, statusAt: toIso(printOrder.statusAt) } : null,
    finds: finds.map(({ userId, email, scanDate, codeWasRight, takenBackBy, reviewId, reviewNumber, ...same }) => ({
      ...same,
      finder: { id: userId, email },
      scanDate: toIso(scanDate),
      codeWasRight: codeWasRight === 1,
      takenBackBy: takenBackBy === null ? null : { decisionId: takenBackBy, review: presentCaseLink(reviewId, reviewNumber) },
    })),
    reports: reports.map(({ id, userId, email, createdAt, closedAt, isCounted, answer }) => ({
      id,
      answer,
      isCounted: isCounted === 1,
      reporter: { id: userId, email },
      createdAt: toIso(createdAt),
      closedAt: toIsoOrNull(closedAt),
    })),
    claims: claims.map(({ id, userId, email, status, createdAt }) => ({
      id,
      claimant: { id: userId, email },
      status,
      createdAt: toIso(createdAt),
    })),
    changes: changes.map((change) => presentChange(change, viewer === 'super_admin')),
  };
}

/** Returns the link to the review case; null if the decision did not result from one. */
function presentCaseLink(id: number | null, number: string | null) {
  return id === null || number === null ? null : { id, number };
}

function presentChange({ before, after, reason, createdAt, ...same }: ChangeRow, canSeeAll: boolean): AdminCardDetails['changes'][number] {
  return {
    ...same,
    before: canSeeAll ? parseObject(before) : null,
    after: canSeeAll ? parseObject(after) : null,
    reason: canSeeAll ? reason : null,
    createdAt: toIso(createdAt),
  };
}

function parseObject(json: string | null): Record<string, unknown> | null {
  return json === null ? null : (JSON.parse(json) as Record<string, unknown>);
}
