/** What the Stripe fake is held against: schemas of the SDK's own types. That the fake fits them, every test that uses it shows. */
import { beforeEach, expect, test } from 'vitest';
import { Contract } from '#scripts/fakes/stripe/contract/contract.ts';
import { freshSchemas } from '#scripts/fakes/stripe/contract/schemas.ts';
import type { FormObject } from '#scripts/fakes/stripe/http/form.ts';

let contract: Contract;
beforeEach(async () => {
  contract = new Contract(await freshSchemas());
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

test('what Stripe takes and answers fits, numbers of a form being text', () => {
  expect(breachesOf({ payment_intent: 'pi_1', amount: '100', reason: 'duplicate', metadata: { a: '1' }, expand: ['charge'] })).toEqual([]);
});

test.each<[string, FormObject]>([
  ['an unknown parameter', { payment_intent: 'pi_1', why: 'so' }],
  ['a value that is none of those', { payment_intent: 'pi_1', reason: 'boredom' }],
  ['a text for a number', { payment_intent: 'pi_1', amount: 'all' }],
  ['a list for one', { payment_intent: ['pi_1'] }],
])('%s is told', (_, params) => {
  expect(breachesOf(params).join()).toContain('Parameters of POST /v1/refunds');
});

test.each<[string, object]>([
  ['a field that is missing', { ...refund, amount: undefined }],
  ['a field that Stripe does not have', { ...refund, refunded: true }],
  ['a text for a number', { ...refund, amount: '100' }],
  ['an object in place of the wrong id', { ...refund, charge: refund }],
])('in an answer %s is told', (_, answer) => {
  expect(breachesOf({}, JSON.parse(JSON.stringify(answer))).join()).toContain('Answer to POST /v1/refunds');
  expect(contract.takeBreaches()).toEqual([]);
});

test('an event carries the object that its type says, and its type is one that the contract names', () => {
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

test('a call that the contract does not name is told, and a refusal of another shape', () => {
  contract.checkCall({ call: 'POST /v1/wishes', params: {}, caller: 'secret', answer: {} });
  contract.checkRefusal({ error: { type: 'bad_luck' } });
  expect(contract.takeBreaches().join()).toMatch(/POST \/v1\/wishes.*Refusal/);
});
