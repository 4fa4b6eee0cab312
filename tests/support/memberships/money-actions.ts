import fc from 'fast-check';
import type { PaidTier } from '#schema/orders/order.ts';
import type { PayoutDecision } from '#schema/payouts/admin-payouts.ts';
import { secondsPerDay, secondsPerHour } from '#schema/rules.ts';
import type { Purchase } from '#worker/domain/orders/checkout.ts';

export const referrerId = 1;
export const memberId = 2;

/**
 * One action in a random history. `pick` selects one of the objects to which the action could apply. Actions that are impossible at that
 * point are skipped.
 */
export type Action =
  | { kind: 'checkout'; by: number; purchase: Purchase }
  | { kind: 'pay'; by: number; pick: number; card: 'own' | 'shared' }
  | { kind: 'buy'; by: number; purchase: Purchase; card: 'own' | 'shared' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'switch_renewal'; by: number; renews: boolean }
  | { kind: 'card_fails'; by: number; fails: boolean }
  | { kind: 'refund'; by: number; pick: number; share: number }
  | { kind: 'fail_refund'; by: number; pick: number }
  /** Pays two purchases in the same second. */
  | { kind: 'pay_both'; by: number; pick: number }
  /**
   * Buys a basic membership and upgrades it in the same second. If `isKnown` is set, we learn of the basic payment before the upgrade is
   * paid.
   */
  | { kind: 'upgrade_at_once'; by: number; isKnown: boolean }
  | { kind: 'dispute'; by: number; pick: number; outcome: 'open' | 'won' | 'lost' }
  | { kind: 'end_at_stripe'; by: number; pick: number }
  | { kind: 'deliver'; pick: number; isRepeated: boolean }
  | { kind: 'deliver_all' }
  | { kind: 'outage'; of: 'writes' | 'all' }
  | { kind: 'grant'; by: number; tier: PaidTier; days: number }
  | { kind: 'pay_out' }
  | { kind: 'return_payout'; pick: number }
  /**
   * Refunds the friend's purchase, deducts the paid commission from the referrer's next payout, and only then makes the refund fail at the
   * bank.
   */
  | { kind: 'fail_after_payout'; pick: number }
  | { kind: PayoutDecision };

const by = fc.constantFrom(memberId, memberId, memberId, referrerId);
const pick = fc.nat(20);
const card = fc.constantFrom('own' as const, 'own' as const, 'own' as const, 'shared' as const);
const arbitraryPurchase = fc.oneof<fc.WeightedArbitrary<Purchase>[]>(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('membership' as const), tier: fc.constantFrom('basic' as const, 'premium' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cache_cards' as const), quantity: fc.integer({ min: 1, max: 100 }) }) },
);
const seconds = fc.oneof(
  fc.integer({ min: 1, max: secondsPerHour }),
  fc.integer({ min: secondsPerHour, max: 2 * secondsPerDay }),
  fc.integer({ min: secondsPerDay, max: 40 * secondsPerDay }),
  fc.integer({ min: 150 * secondsPerDay, max: 400 * secondsPerDay }),
);

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('checkout' as const), by, purchase: arbitraryPurchase }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('pay' as const), by, pick, card }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('buy' as const), by, purchase: arbitraryPurchase, card }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('deliver' as const), pick, isRepeated: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('deliver_all' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('switch_renewal' as const), by, renews: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('card_fails' as const), by, fails: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), by, pick, share: fc.constantFrom(1, 1, 0.3, 0.89, 0.9, 0.99) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fail_refund' as const), by, pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pay_both' as const), by, pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('upgrade_at_once' as const), by, isKnown: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('dispute' as const), by, pick, outcome: fc.constantFrom('open', 'open', 'won', 'lost') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end_at_stripe' as const), by, pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('outage' as const), of: fc.constantFrom('writes', 'all') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      by,
      tier: fc.constantFrom('basic' as const, 'premium' as const),
      days: fc.integer({ min: 1, max: 200 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pay_out' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('return_payout' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail_after_payout' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('hold' as const, 'hold' as const, 'release' as const, 'release' as const, 'refuse' as const),
    }),
  },
);

/** Histories of up to 60 actions, which span several years. */
export const liveScenarios = fc.array(action, { minLength: 15, maxLength: 60, size: 'max' });
