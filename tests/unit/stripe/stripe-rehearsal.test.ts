/**
 * Runs `npm run stripe:rehearse` against a fake with its own keys instead of the real Stripe. A recording of the real Stripe serves as the
 * reference for the fake.
 * @module-tag long
 */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { differences, removeRepetitions } from '#scripts/lab/stripe-rehearsal/compare-responses.ts';
import { type RecordedResponse, Recorder, type Recording } from '#scripts/lab/stripe-rehearsal/recorder.ts';
import { root, run } from '#scripts/setup/run.mjs';
import { spawnFake } from '#tests/support/project/spawn-fake.ts';

const fixture = join(root, 'tests', 'fixtures', 'stripe-rehearsal.json');
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Recording;

const rehearse = (env: Record<string, string>, ...args: string[]) =>
  run(process.execPath, [join(root, 'scripts', 'lab', 'stripe-rehearse.ts'), ...args], {
    env: { PORT: '8870', ...env },
    output: 'captured',
  });

test('the rehearsal runs every flow in a test account, and records no names or secrets', { tags: 'long', timeout: 300_000 }, async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'rehearsal-')), 'recording.json');
  const stripe = await spawnFake('stripe', 'Stripe fake', ['--secret-key', 'sk_test_account']);
  const env = { STRIPE_REHEARSE_KEY: 'sk_test_account', STRIPE_REHEARSE_BASE: stripe.url };
  const { code, output } = await rehearse(env, '--record', '--file', file);
  const clocks = await fetch(`${stripe.url}/v1/customers`, {
    headers: { Authorization: 'Bearer sk_test_account', 'Stripe-Version': read(file).about.apiVersion },
  });
  await stripe.stop();
  expect(output).toContain(' 0 not as expected');
  expect(code).toBe(0);
  // The rehearsal deletes its test clocks, which also deletes its data.
  expect(await clocks.json()).toMatchObject({ data: [] });
  expect(readFileSync(file, 'utf8')).not.toMatch(/sk_|pk_test|@|_secret_|localhost|"(cus|pi|sub|in|ch|evt)_[A-Za-z0-9]{9,}/);
  const { answers } = read(file);
  expect(answers.length).toBeGreaterThan(50);
  expect(differences(existsSync(fixture) ? read(fixture).answers : answers, answers)).toEqual([]);
});

test.each([
  ['sk_live_1234', 'is a live key'],
  ['pk_test_1234', 'must be a secret key of Stripe’s test mode'],
])('the rehearsal refuses %s with a clear message', async (key, words) => {
  const { code, output } = await rehearse({ STRIPE_REHEARSE_KEY: key });
  expect(code).toBe(1);
  expect(output).toContain(words);
});

test('the rehearsal records exactly the fields that the product reads, with one alias per id', () => {
  const recorder = new Recorder();
  recorder.step = 'Premium: buys';
  const intent = {
    ...{ id: 'pi_3N9xKq2eZvKYlo2C', object: 'payment_intent', status: 'succeeded', client_secret: 'pi_3N9xKq2eZvKYlo2C_secret_77' },
    ...{ receipt_email: 'ada@example.com', metadata: { cache_cards_order: 'abcdefgh12', user_id: '4' } },
    latest_charge: {
      id: 'ch_3N9xKq2eZvKYlo2C',
      object: 'charge',
      receipt_url: 'https://pay.stripe.com/x',
      billing_details: { name: 'Ada' },
    },
  };
  recorder.see({ call: 'GET /v1/payment_intents/pi_3N9xKq2eZvKYlo2C', form: '', headers: {}, status: 200, body: JSON.stringify(intent) });
  expect(recorder.answers).toEqual([
    {
      ...{ step: 'Premium: buys', call: 'GET /v1/payment_intents/:id', status: 200 },
      answer: {
        ...{ id: 'pi_1', object: 'payment_intent', status: 'succeeded', client_secret: 'pi_1_secret' },
        metadata: { cache_cards_order: 'reference_1', user_id: '4' },
        latest_charge: { id: 'ch_1', object: 'charge', receipt_url: 'https://stripe.test/page' },
      },
    },
  ]);
});

test('the rehearsal records the displayed fields of a new bank card, under the same names', () => {
  const recorder = new Recorder();
  const method = {
    ...{ id: 'pm_1N9xKq2eZvKYlo2C', object: 'payment_method', billing_details: { email: 'ada@example.com' } },
    card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030, fingerprint: 'Xt5EWLLDS7FJjR1c', country: 'US' },
  };
  const intent = {
    id: 'seti_1N9xKq2eZvKYlo2C',
    object: 'setup_intent',
    client_secret: 'seti_1N9xKq2eZvKYlo2C_secret_77',
    payment_method: method,
  };
  recorder.see({ call: 'GET /v1/setup_intents/seti_1N9xKq2eZvKYlo2C', form: '', headers: {}, status: 200, body: JSON.stringify(intent) });
  expect(recorder.answers).toEqual([
    {
      ...{ step: '', call: 'GET /v1/setup_intents/:id', status: 200 },
      answer: {
        ...{ id: 'seti_1', object: 'setup_intent', client_secret: 'seti_1_secret' },
        payment_method: {
          ...{ id: 'pm_1', object: 'payment_method' },
          card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030, fingerprint: 'fingerprint_1' },
        },
      },
    },
  ]);
});

const answer = (fields: object): RecordedResponse => ({
  ...{ step: 'Renewal', call: 'GET /v1/invoices/:id', status: 200 },
  answer: { object: 'invoice', status: 'paid', total: 5_000, hosted_invoice_url: null, ...fields },
});

test.each<[string, object, string]>([
  ['a missing field', { total: undefined }, 'invoice.total: number'],
  ['another type', { hosted_invoice_url: 'https://stripe.test/page' }, 'invoice.hosted_invoice_url: null'],
  ['another state', { status: 'open' }, 'invoice.status = paid'],
])('a fake with %s is reported call by call', (_, fields, report) => {
  const [sentence, ...more] = differences([answer({})], [JSON.parse(JSON.stringify(answer(fields))) as RecordedResponse]);
  expect(sentence).toContain(`Renewal, GET /v1/invoices/:id: ${report}`);
  expect(more).toEqual([]);
});

test('other amounts and additional answers count as no difference, and a shape is recorded once', () => {
  expect(differences([answer({})], [answer({ status: 'open' }), answer({ total: 10_000 })])).toEqual([]);
  expect(removeRepetitions([answer({}), answer({ total: 1 }), answer({ status: 'open' })])).toHaveLength(2);
});
