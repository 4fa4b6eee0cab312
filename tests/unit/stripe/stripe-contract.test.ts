/**
 * The contract of the Stripe fake: schemas generated from the SDK's own types. Every test that uses the fake checks that it conforms to
 * them.
 */
import { beforeEach, expect, test } from 'vitest';
import { Contract } from '#scripts/fakes/stripe/contract/contract.ts';
import { updateSchemas } from '#scripts/fakes/stripe/contract/schemas.ts';
import type { FormObject } from '#scripts/fakes/stripe/http/form.ts';

let contract: Contract;
beforeEach(async () => {
  contract = new Contract(await updateSchemas());
});

const refund = {
  ...{ id: 're_1', object: 'refund', amount: 100, balance_transaction: null, charge: 'ch_1', created: 1, currency: 'usd', customer: null },
  ...{ customer_account: null, metadata: {}, payment_intent: 'pi_1', payment_method: null, reason: 'duplicate', receipt_number: null },
  ...{ source_transfer_reversal: null, status: 'succeeded', transfer_reversal: null },
};

function breachesOf(params: FormObject, answer: object = refund): string[] {
  contract.checkCall({ call: 'POST /v1/refunds', params, caller: 'secret', answer });
  return contract.takeBreaches();
}

test('valid Stripe calls and answers pass, with numbers as text in forms', () => {
  expect(breachesOf({ payment_intent: 'pi_1', amount: '100', reason: 'duplicate', metadata: { a: '1' }, expand: ['charge'] })).toEqual([]);
});

test.each<[string, FormObject]>([
  ['an unknown parameter', { payment_intent: 'pi_1', why: 'so' }],
  ['a value outside the enumeration', { payment_intent: 'pi_1', reason: 'boredom' }],
  ['text for a number', { payment_intent: 'pi_1', amount: 'all' }],
  ['a list for a single value', { payment_intent: ['pi_1'] }],
])('in a Stripe call %s is reported', (_, params) => {
  expect(breachesOf(params).join()).toContain('Parameters of POST /v1/refunds');
});

test.each<[string, object]>([
  ['a missing field', { ...refund, amount: undefined }],
  ['an unknown field', { ...refund, refunded: true }],
  ['text for a number', { ...refund, amount: '100' }],
  ['an object for an id of another type', { ...refund, charge: refund }],
])('in a Stripe answer %s is reported', (_, answer) => {
  expect(breachesOf({}, JSON.parse(JSON.stringify(answer))).join()).toContain('Answer to POST /v1/refunds');
  expect(contract.takeBreaches()).toEqual([]);
});

test('a Stripe event has the object of its type, and a type that the contract lists', () => {
  const event = {
    ...{ id: 'evt_1', object: 'event', api_version: null, created: 1, livemode: false, pending_webhooks: 0, request: null },
    ...{ type: 'refund.created', data: { object: refund } },
  };
  contract.checkEvent(event);
  expect(contract.takeBreaches()).toEqual([]);
  contract.checkEvent({ ...event, type: 'charge.succeeded' });
  contract.checkEvent({ ...event, type: 'refund.regretted' });
  expect(contract.takeBreaches().join()).toMatch(/Event charge\.succeeded.*Event refund\.regretted/);
});

test('an unlisted Stripe call and a refusal of another shape are reported', () => {
  contract.checkCall({ call: 'POST /v1/wishes', params: {}, caller: 'secret', answer: {} });
  contract.checkRefusal({ error: { type: 'bad_luck' } });
  expect(contract.takeBreaches().join()).toMatch(/POST \/v1\/wishes.*Refusal/);
});
