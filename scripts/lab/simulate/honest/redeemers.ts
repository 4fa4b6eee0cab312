import { redeemableTokens } from '#schema/certificates/vacation-progress.ts';
import { certificateOptions, cheapestCertificateTokens, secondsPerDay } from '#schema/rules.ts';
import { redeem } from '#scripts/lab/simulate/redemptions.ts';
import { getMember, type World } from '#scripts/lab/simulate/world.ts';
import type { Seconds } from '#worker/domain/time.ts';

export function redeemNowAndThen(world: World, memberId: number, from: Seconds, until: Seconds): void {
  const step = secondsPerDay * world.random.integer(10, 40);
  for (let at = from + step; at < until; at += step) {
    world.agenda.plan(at, (now) => {
      const member = getMember(world, memberId);
      if (redeemableTokens(member) < cheapestCertificateTokens) return;
      const best = certificateOptions.findLast(({ tokenCost }) => tokenCost <= redeemableTokens(member));
      if (best) redeem(world, memberId, best.type, now);
    });
  }
}
