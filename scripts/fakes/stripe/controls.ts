import * as v from 'valibot';
import { type Account, getNow } from '#scripts/fakes/stripe/account.ts';
import { advanceAllClocks, advanceTestClock, getCustomerClock } from '#scripts/fakes/stripe/billing/advance-clocks.ts';
import { appealDispute, closeDispute, openDispute } from '#scripts/fakes/stripe/billing/disputes.ts';
import { findCustomerId } from '#scripts/fakes/stripe/events.ts';

const positive = v.pipe(v.number(), v.integer(), v.minValue(0));
const ClockRequest = v.union(
  [v.strictObject({ customer: v.optional(v.string()), by: positive }), v.strictObject({ customer: v.optional(v.string()), to: positive })],
  'Expected {customer?, by} or {customer?, to}, in seconds.',
);
const DisputeRequest = v.strictObject({
  payment_intent: v.string(),
  status: v.optional(v.picklist(['needs_response', 'warning_needs_response', 'under_review'])),
});
const CloseRequest = v.strictObject({ status: v.picklist(['won', 'lost', 'warning_closed']) });
const AppealRequest = v.strictObject({ status: v.picklist(['appeal_needs_response', 'appeal_under_review', 'won', 'lost']) });
const WebhooksRequest = v.strictObject({ paused: v.boolean() });

export function handleControl(account: Account, call: string, body: unknown, query: URLSearchParams): object | undefined {
  if (call === 'GET clock') return { now: getNow(account, query.get('customer')) };
  if (call === 'POST clock') return moveTestClock(account, v.parse(ClockRequest, body));
  if (call === 'POST disputes') {
    const { payment_intent: id, status } = v.parse(DisputeRequest, body);
    const intent = account.store.get('payment_intent', id, 'payment_intent');
    return openDispute(account, account.store.get('charge', intent.latest_charge ?? '', 'payment_intent'), { ...(status && { status }) });
  }
  const closeCall = /^POST disputes\/([^/]+)\/close$/.exec(call)?.[1];
  if (closeCall) {
    const dispute = account.store.get('dispute', closeCall);
    closeDispute(account, dispute, v.parse(CloseRequest, body).status);
    return dispute;
  }
  const appealedDisputeId = /^POST disputes\/([^/]+)\/appeal$/.exec(call)?.[1];
  if (appealedDisputeId)
    return appealDispute(account, account.store.get('dispute', appealedDisputeId), v.parse(AppealRequest, body).status);
  if (call === 'POST webhooks') {
    const { paused } = v.parse(WebhooksRequest, body);
    account.deliveries.pause(paused);
    return { paused };
  }
  if (call === 'GET webhooks') return { pending: account.deliveries.pending() };
  if (call !== 'GET events') return undefined;
  const customer = query.get('customer');
  const afterIndex = Number(query.get('after') ?? 0);
  const belongsToCustomer = (object: Parameters<typeof findCustomerId>[1]) =>
    !customer || findCustomerId(account.store, object) === customer;
  return {
    object: 'list',
    data: account.store.all('event').filter((event) => event.created > afterIndex && belongsToCustomer(event.data.object)),
  };
}

function moveTestClock(account: Account, request: v.InferOutput<typeof ClockRequest>): { now: number; test_clock: string | null } {
  const { customer } = request;
  const now = getNow(account, customer ?? null);
  const targetTime = 'by' in request ? now + request.by : request.to;
  if (targetTime < now) throw new Error(`It is already ${now}; clocks only move forward.`);
  if (customer === undefined) {
    for (const clock of account.store.all('test_helpers.test_clock')) {
      advanceTestClock(account, clock, 'by' in request ? clock.frozen_time + request.by : Math.max(clock.frozen_time, request.to));
    }
    advanceAllClocks(account, targetTime);
    return { now: targetTime, test_clock: null };
  }
  const clock = getCustomerClock(account, account.store.get('customer', customer, 'customer'));
  advanceTestClock(account, clock, targetTime);
  return { now: targetTime, test_clock: clock.id };
}
