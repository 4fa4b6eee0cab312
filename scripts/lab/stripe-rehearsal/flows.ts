import type Stripe from 'stripe';
import type { Member } from '#scripts/lab/stripe-rehearsal/member.ts';
import {
  approve,
  endDispute,
  giveCard,
  letRenewalsFail,
  parseIntentId,
  pay,
  type TestCard,
} from '#scripts/lab/stripe-rehearsal/stripe-test-mode.ts';

/** Moments in order; all flows finish one before any flow starts the next. */
export const moments = ['at once', 'a year on', 'a day later', 'after the grace'] as const;
export type Moment = (typeof moments)[number];

export interface Cast {
  stripe: Stripe;
  member: Member;
  customer(): Promise<string>;
}

export interface Step {
  action: string;
  at: Moment;
  act?: (cast: Cast) => Promise<unknown>;
  expected: string;
}

export interface Flow {
  name: string;
  onlyWithFake?: string;
  steps: Step[];
}

const createImmediateStep = (action: string, act: Step['act'], expected: string): Step => ({
  action,
  at: 'at once',
  ...(act && { act }),
  expected,
});

const buys =
  (tier: 'basic' | 'premium', card: TestCard = 'good') =>
  async ({ stripe, member }: Cast) => {
    await member.openCheckout('membership', tier);
    await pay(stripe, member.clientSecret, card);
  };

const givesCard =
  (card: TestCard, brand: string) =>
  async ({ stripe, member }: Cast) => {
    await member.confirmCard(await giveCard(stripe, await member.openCardChange(), card));
    const onFile = await member.brandOnFile();
    if (onFile !== brand) throw new Error(`The card on file is ${onFile ?? 'none'}, not ${brand}`);
  };

const buysBasic = createImmediateStep('buys basic', buys('basic'), 'basic, active; $50 paid');
const renewed = 'basic, active; $50 paid; $50 paid';

const refunds =
  (amount?: number) =>
  ({ stripe, member }: Cast) =>
    stripe.refunds.create({ payment_intent: parseIntentId(member.clientSecret), ...(amount !== undefined && { amount }) });

const decideDispute =
  (evidence: 'winning_evidence' | 'losing_evidence') =>
  ({ stripe, member }: Cast) =>
    endDispute(stripe, parseIntentId(member.clientSecret), evidence);

const disputed = createImmediateStep('buys basic, and the bank disputes it', buys('basic', 'disputed'), 'basic, active; $50 disputed');
const keepsFailingCard = createImmediateStep(
  'keeps a card that will fail',
  async ({ stripe, customer }) => letRenewalsFail(stripe, await customer()),
  'basic, active; $50 paid',
);
const failsAtRenewal: Step[] = [
  buysBasic,
  keepsFailingCard,
  { action: 'is not renewed', at: 'a year on', expected: 'basic, grace; $50 paid' },
];

export const flows: Flow[] = [
  { name: 'Premium', steps: [createImmediateStep('buys premium', buys('premium'), 'premium, active; $100 paid')] },
  {
    name: 'Cards',
    onlyWithFake: 'card orders stay with the fake',
    steps: [
      buysBasic,
      createImmediateStep(
        'orders five cards',
        async ({ stripe, member }) => {
          await member.orderCards(5);
          await pay(stripe, member.clientSecret, 'good');
        },
        'basic, active; $5 paid; $50 paid',
      ),
    ],
  },
  {
    name: 'Declined',
    steps: [
      createImmediateStep('tries a card that is declined', buys('basic', 'declined'), 'free; $50 open'),
      createImmediateStep('tries another', ({ stripe, member }) => pay(stripe, member.clientSecret, 'good'), 'basic, active; $50 paid'),
    ],
  },
  {
    name: 'Authentication',
    onlyWithFake: 'only a person can approve on the page of Stripe’s test bank',
    steps: [
      createImmediateStep('pays, and the bank asks for approval', buys('basic', 'asksForApproval'), 'free; $50 open'),
      createImmediateStep('approves', ({ stripe, member }) => approve(stripe, member.clientSecret), 'basic, active; $50 paid'),
    ],
  },
  {
    name: 'Upgrade',
    steps: [
      buysBasic,
      createImmediateStep('buys premium, the unused year credited', buys('premium'), 'premium, active; $50 paid; $50 paid'),
    ],
  },
  {
    name: 'Resume',
    steps: [
      buysBasic,
      createImmediateStep('cancels', ({ member }) => member.cancel(), 'basic, cancelling; $50 paid'),
      createImmediateStep('resumes', ({ member }) => member.resume(), 'basic, active; $50 paid'),
    ],
  },
  {
    name: 'Refund in part',
    steps: [buysBasic, createImmediateStep('gets $10 back', refunds(1_000), 'basic, active; $50 partially_refunded')],
  },
  { name: 'Refund in full', steps: [buysBasic, createImmediateStep('gets everything back', refunds(), 'free; $50 refunded')] },
  {
    name: 'Dispute won',
    steps: [disputed, createImmediateStep('the bank decides for us', decideDispute('winning_evidence'), 'basic, active; $50 paid')],
  },
  {
    name: 'Dispute lost',
    steps: [disputed, createImmediateStep('the bank decides for the member', decideDispute('losing_evidence'), 'free; $50 charged_back')],
  },
  {
    name: 'Customer deleted',
    steps: [
      buysBasic,
      createImmediateStep('is deleted at Stripe', async ({ stripe, customer }) => stripe.customers.del(await customer()), 'free; $50 paid'),
      createImmediateStep('buys basic again, as a new customer', buys('basic'), 'basic, active; $50 paid; $50 paid'),
    ],
  },
  { name: 'Renewal', steps: [buysBasic, { action: 'is renewed', at: 'a year on', expected: renewed }] },
  {
    name: 'Cancelled',
    steps: [
      buysBasic,
      createImmediateStep('cancels', ({ member }) => member.cancel(), 'basic, cancelling; $50 paid'),
      { action: 'is not renewed', at: 'a year on', expected: 'free; $50 paid' },
    ],
  },
  {
    name: 'Renewal paid late',
    steps: [...failsAtRenewal, { action: 'pays with another card', at: 'a day later', act: buys('basic'), expected: renewed }],
  },
  {
    name: 'Card changed',
    steps: [
      buysBasic,
      keepsFailingCard,
      createImmediateStep('gives another card', givesCard('another', 'mastercard'), 'basic, active; $50 paid'),
      { action: 'is renewed by it', at: 'a year on', expected: renewed },
    ],
  },
  {
    name: 'Card changed during grace',
    steps: [
      ...failsAtRenewal,
      {
        action: 'gives a card that fails too',
        at: 'a day later',
        act: givesCard('failsLater', 'visa'),
        expected: 'basic, grace; $50 paid',
      },
      { action: 'gives another, which is charged at once', at: 'a day later', act: givesCard('another', 'mastercard'), expected: renewed },
    ],
  },
  {
    name: 'Renewal not paid',
    steps: [...failsAtRenewal, { action: 'has not paid', at: 'after the grace', expected: 'free; $50 paid' }],
  },
];
