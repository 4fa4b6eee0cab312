/** The refundable part of a payment. Product rules: Payments and memberships. */

import * as v from 'valibot';
import { expect, test } from 'vitest';
import { RefundForm } from '#schema/orders/admin-refunds.ts';
import { decideRefund, type RefundablePayment } from '#worker/domain/orders/refund.ts';

const paid: RefundablePayment = {
  stripePaymentIntentId: 'pi_1',
  amountCents: 700,
  refundedCents: 200,
  refundOwedCents: 0,
  disputeStatus: null,
  refundRequestedAt: null,
  isRefundRequested: false,
  isBuyerErased: false,
};
const resultOf = (part: Partial<RefundablePayment>, cents = 500, seen: number | null = null) => {
  const decided = decideRefund({ ...paid, ...part }, cents, seen);
  return decided.ok ? 'ok' : decided.refusal;
};

test.each<[string, Partial<RefundablePayment>, number, number | null, string]>([
  ['the whole remainder', {}, 500, 200, 'ok'],
  ['a cent more', {}, 501, 200, 'refund_too_much'],
  ['after someone else’s refund', {}, 500, 0, 'changed_meanwhile'],
  ['after a dispute that was won', { disputeStatus: 'won' }, 1, 200, 'ok'],
  ['in a dispute', { disputeStatus: 'open' }, 1, 200, 'payment_disputed'],
  ['lost in a dispute', { disputeStatus: 'lost', refundedCents: 700 }, 1, 700, 'payment_disputed'],
  ['of nothing', { refundedCents: 700 }, 1, 700, 'already_refunded'],
  ['of what is owed by other means', { refundedCents: 100, refundOwedCents: 600 }, 1, 100, 'refund_owed'],
  ['paid by a balance', { amountCents: 0, refundedCents: 0, stripePaymentIntentId: null }, 1, 0, 'paid_by_balance'],
  ['paid twice', { refundRequestedAt: 1 }, 1, 200, 'refund_due'],
  ['of an erased buyer, who may be the administrator', { isBuyerErased: true }, 1, 200, 'buyer_erased'],
  ['while another one is under way', { isRefundRequested: true }, 1, 200, 'refund_awaiting_response'],
])('a refund: %s', (_, part, cents, seen, answer) => {
  expect(resultOf(part, cents, seen)).toBe(answer);
});

test.each<[string, number | undefined]>([
  ['7', 700],
  ['$7.00', 700],
  ['0.29', 29],
  [' 1.1 ', 110],
  ['19.99', 1_999],
  ['0', undefined],
  ['-1', undefined],
  ['1,50', undefined],
  ['1.005', undefined],
  ['all', undefined],
])('typed %s is %s cents', (typed, cents) => {
  const read = v.safeParse(RefundForm, { amount: typed, reason: 'duplicate', note: 'x' });
  expect(read.success ? read.output.amount : undefined).toBe(cents);
});
