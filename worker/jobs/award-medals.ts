/** Derives members' weekly trails and medals from their finds. Product rules: Trips, weekly trail and medals. */
import type { FindTown } from '#worker/clients/town-files.ts';
import { deriveProgress } from '#worker/domain/progress/derive-progress.ts';
import type { MovedCard } from '#worker/store/progress/derivations.ts';
import type { Store } from '#worker/store/store.ts';
import type { Budget } from './budget.ts';

interface MedalDeps {
  store: Pick<Store, 'progressDerivations'>;
  findTown: FindTown;
  budget: Budget;
}

/** Safe to run twice, late or in parallel, and safe to interrupt; the next run resumes where this one stopped. */
export async function awardMedals({ store: { progressDerivations }, findTown, budget }: MedalDeps): Promise<void> {
  while (!budget.isSpent()) {
    const step = await progressDerivations.nextStep();
    if (!step) break;
    const moved = await progressDerivations.movedCards(step);
    await progressDerivations.markStep(
      step,
      await Promise.all(moved.map(async (card) => ({ ...card, town: await townOf(card, findTown) }))),
    );
  }
  while (!budget.isSpent()) {
    const { members, facts } = await progressDerivations.load();
    if (members.length === 0) return;
    await progressDerivations.commit(
      members.flatMap((member) => {
        const memberFacts = facts.get(member.userId);
        return memberFacts ? [{ ...member, ...deriveProgress(memberFacts) }] : [];
      }),
    );
  }
}

async function townOf({ latitudeE6, longitudeE6 }: MovedCard, findTown: FindTown): Promise<string | null> {
  return latitudeE6 === null || longitudeE6 === null ? null : findTown({ latitude: latitudeE6 / 1e6, longitude: longitudeE6 / 1e6 });
}
