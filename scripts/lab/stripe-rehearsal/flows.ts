import type Stripe from 'stripe';
import type { Member } from '#scripts/lab/stripe-rehearsal/member.ts';
import {
  approve,
  attachFailingCard,
  endDispute,
  parseIntentId,
  pay,
  setUpCard,
  type TestCard,
} from '#scripts/lab/stripe-rehearsal/stripe-test-mode.ts';

/** Stages in chronological order. All flows finish a stage before any flow starts the next one. */
export const moments = ['at once', 'a year on', 'a day later', 'after the grace'] as const;
export type Moment = (typeof moments)[number];

export interface FlowParticipants {
  stripe: Stripe;
  member: Member;
  customer(): Promise<string>;
}

export interface Step {
  action: string;
  at: Moment;
  act?: (cast: FlowParticipants) => Promise<unknown>;
  expected: string;
}

export interface Flow {
  name: string;
  fakeOnlyReason?: string;
  steps: Step[];
}

const createImmediateStep = (action: string, act: Step['act'], expected: string): Step => ({
  action,
  at: 'at once',
  ...(act && { act }),
  expected,
});

const createPurchase =
  (tier: 'basic' | 'premium', card: TestCard = 'good') =>
  async ({ stripe, member }: FlowParticipants) => {
    await member.openCheckout('membership', tier);
    await pay(stripe, member.clientSecret, card);
  };

const createCardChange =
  (card: TestCard, brand: string) =>
  async ({ stripe, member }: FlowParticipants) => {
    await member.confirmCard(await setUpCard(stripe, await member.openCardChange(), card));
    const storedBrand = await member.brandOnFile();
    if (storedBrand !== brand) throw new Error(`The card on file is ${storedBrand ?? 'none'}, not ${brand}`);
  };

const basicPurchaseStep = createImmediateStep('buys basic', createPurchase('basic'), 'basic, active; $50 paid');
const renewedState = 'basic, active; $50 paid; $50 paid';

const createRefund =
  (amount?: number) =>
  ({ stripe, member }: FlowParticipants) =>
    stripe.refunds.create({ payment_intent: parseIntentId(member.clientSecret), ...(amount !== undefined && { amount }) });

const decideDispute =
  (evidence: 'winning_evidence' | 'losing_evidence') =>
  ({ stripe, member }: FlowParticipants) =>
    endDispute(stripe, parseIntentId(member.clientSecret), evidence);

const disputedPurchaseStep = createImmediateStep(
  'buys basic, and the bank disputes it',
  createPurchase('basic', 'disputed'),
  'basic, active; $50 disputed',
);
const failingCardStep = createImmediateStep(
  'keeps a card that will fail',
  async ({ stripe, customer }) => attachFailingCard(stripe, await customer()),
  'basic, active; $50 paid',
);
const renewalFailureSteps: Step[] = [
  basicPurchaseStep,
  failingCardStep,
  { action: 'is not renewed', at: 'a year on', expected: 'basic, grace; $50 paid' },
];

export const flows: Flow[] = [
  { name: 'Premium', steps: [createImmediateStep('buys premium', createPurchase('premium'), 'premium, active; $100 paid')] },
  {
    name: 'Cards',
    fakeOnlyReason: 'card orders stay with the fake',
    steps: [
      basicPurchaseStep,
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
      createImmediateStep('tries a card that is declined', createPurchase('basic', 'declined'), 'free; $50 open'),
      createImmediateStep('tries another', ({ stripe, member }) => pay(stripe, member.clientSecret, 'good'), 'basic, active; $50 paid'),
    ],
  },
  {
    name: 'Authentication',
    fakeOnlyReason: 'only a person can approve on the page of Stripe’s test bank',
    steps: [
      createImmediateStep('pays, and the bank asks for approval', createPurchase('basic', 'asksForApproval'), 'free; $50 open'),
      createImmediateStep('approves', ({ stripe, member }) => approve(stripe, member.clientSecret), 'basic, active; $50 paid'),
    ],
  },
  {
    name: 'Upgrade',
    steps: [
      basicPurchaseStep,
      createImmediateStep('buys premium, the unused year credited', createPurchase('premium'), 'premium, active; $50 paid; $50 paid'),
    ],
  },
  {
    name: 'Resume',
    steps: [
      basicPurchaseStep,
      createImmediateStep('cancels', ({ member }) => member.cancel(), 'basic, cancelling; $50 paid'),
      createImmediateStep('resumes', ({ member }) => member.resume(), 'basic, active; $50 paid'),
    ],
  },
  {
    name: 'Refund in part',
    steps: [basicPurchaseStep, createImmediateStep('gets $10 back', createRefund(1_000), 'basic, active; $50 partially_refunded')],
  },
  { name: 'Refund in full', steps: [basicPurchaseStep, createImmediateStep('gets everything back', createRefund(), 'free; $50 refunded')] },
  {
    name: 'Dispute won',
    steps: [
      disputedPurchaseStep,
      createImmediateStep('the bank decides for us', decideDispute('winning_evidence'), 'basic, active; $50 paid'),
    ],
  },
  {
    name: 'Dispute lost',
    steps: [
      disputedPurchaseStep,
      createImmediateStep('the bank decides for the member', decideDispute('losing_evidence'), 'free; $50 charged_back'),
    ],
  },
  {
    name: 'Customer deleted',
    steps: [
      basicPurchaseStep,
      createImmediateStep('is deleted at Stripe', async ({ stripe, customer }) => stripe.customers.del(await customer()), 'free; $50 paid'),
      createImmediateStep('buys basic again, as a new customer', createPurchase('basic'), 'basic, active; $50 paid; $50 paid'),
    ],
  },
  { name: 'Renewal', steps: [basicPurchaseStep, { action: 'is renewed', at: 'a year on', expected: renewedState }] },
  {
    name: 'Cancelled',
    steps: [
      basicPurchaseStep,
      createImmediateStep('cancels', ({ member }) => member.cancel(), 'basic, cancelling; $50 paid'),
      { action: 'is not renewed', at: 'a year on', expected: 'free; $50 paid' },
    ],
  },
  {
    name: 'Renewal paid late',
    steps: [
      ...renewalFailureSteps,
      { action: 'pays with another card', at: 'a day later', act: createPurchase('basic'), expected: renewedState },
    ],
  },
  {
    name: 'Card changed',
    steps: [
      basicPurchaseStep,
      failingCardStep,
      createImmediateStep('gives another card', createCardChange('another', 'mastercard'), 'basic, active; $50 paid'),
      { action: 'is renewed by it', at: 'a year on', expected: renewedState },
    ],
  },
  {
    name: 'Card changed during grace',
    steps: [
      ...renewalFailureSteps,
      {
        action: 'gives a card that fails too',
        at: 'a day later',
        act: createCardChange('failsLater', 'visa'),
        expected: 'basic, grace; $50 paid',
      },
      {
        action: 'gives another, which is charged at once',
        at: 'a day later',
        act: createCardChange('another', 'mastercard'),
        expected: renewedState,
      },
    ],
  },
  {
    name: 'Renewal not paid',
    steps: [...renewalFailureSteps, { action: 'has not paid', at: 'after the grace', expected: 'free; $50 paid' }],
  },
];
