import type { DecisionShare } from '#schema/reviews/admin-review-decisions.ts';
import { realAddress } from '#worker/domain/accounts/deletion.ts';
import type { GroupPlan } from './group-decision.ts';
import type { CommissionChange, GroupFacts } from './group-facts.ts';

export function computeShares({ members, placements }: GroupFacts, plan: GroupPlan): DecisionShare[] {
  const dueByUser = new Map(plan.due.map(({ userId, tokens }) => [userId, tokens]));
  const keysByCard = new Map(placements.map(({ cardId, keys }) => [cardId, keys]));
  const commissionsById = new Map(plan.commissions.map((change) => [change.id, change]));
  return members.map(({ id, email, name, tokenBalance, isLeaving }) => {
    const effects = plan.effects.filter(({ userId }) => userId === id);
    const countEffects = (kind: string) => effects.filter((effect) => effect.kind === kind);
    const sum = (kind: string, amount: 'taken' | 'owed') => countEffects(kind).reduce((total, effect) => total + effect[amount], 0);
    const tokensRefunded = sum('certificate', 'taken');
    const tokens = dueByUser.get(id) ?? 0;
    const tokensTaken = Math.min(tokens, tokenBalance + tokensRefunded);
    return {
      member: { id, email: realAddress(email), name },
      isLeaving,
      certificates: plan.certificates
        .filter(({ certificate }) => certificate.userId === id)
        .map(({ certificate }) => ({ id: certificate.id, number: certificate.number, tokens: certificate.tokens })),
      finds: countEffects('find').length,
      placements: countEffects('placement').length,
      tokensRefunded,
      tokensTaken,
      tokensOwed: tokens - tokensTaken,
      treasureKeys: countEffects('commission').reduce((keys, { entityId }) => keys + countMovedKeys(commissionsById.get(entityId)), 0),
      communityKeys: countEffects('placement').reduce((keys, { entityId }) => keys + (keysByCard.get(entityId) ?? 0), 0),
      commissions: countEffects('commission').length,
      commissionsCents: sum('commission', 'taken') + sum('commission', 'owed'),
      commissionsPaidCents: sum('commission', 'owed'),
      chests: countEffects('chest').length,
      chestsCents: sum('chest', 'taken'),
      isSuspended: countEffects('suspension').length > 0,
    };
  });
}

function countMovedKeys(change: CommissionChange | undefined): number {
  return Math.abs((change?.after.referral?.treasureKeys ?? 0) - (change?.before.referral?.treasureKeys ?? 0));
}
