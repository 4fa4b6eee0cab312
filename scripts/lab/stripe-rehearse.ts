/**
 * `npm run stripe:rehearse`: runs every payment flow through the local product, with the fake or in Stripe's test mode, and compares
 * expected with actual results. See scripts/lab/README.md.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { apiVersion } from '#scripts/fakes/stripe/account.ts';
import { serve } from '#scripts/fakes/stripe/server.ts';
import { differences, removeRepetitions } from '#scripts/lab/stripe-rehearsal/compare-responses.ts';
import { type Flow, flows } from '#scripts/lab/stripe-rehearsal/flows.ts';
import { Recorder, type Recording } from '#scripts/lab/stripe-rehearsal/recorder.ts';
import { type Row, rehearse } from '#scripts/lab/stripe-rehearsal/rehearsal.ts';
import { openStage } from '#scripts/lab/stripe-rehearsal/stage.ts';
import { readPort } from '#scripts/setup/local.mjs';
import { root } from '#scripts/setup/run.mjs';
import { Problem, runMain, step } from '#scripts/setup/steps.mjs';
import { createStripe, setUpStripe } from '#scripts/stripe-setup.ts';

const fakeKeys = { secretKey: 'sk_test_fake', publishableKey: 'pk_test_fake', webhookSecret: 'whsec_fake' };
const fixture = join(root, 'tests', 'fixtures', 'stripe-rehearsal.json');

function requireTestKey(key: string): string {
  if (/^(sk|rk)_test_/.test(key)) return key;
  if (/^(sk|rk)_live_/.test(key))
    throw new Problem(
      'STRIPE_REHEARSE_KEY is a live key. A rehearsal pays, refunds and deletes, so use a test key, which begins with sk_test_.',
    );
  throw new Problem('STRIPE_REHEARSE_KEY must be a secret key of Stripe’s test mode, which begins with sk_test_.');
}

await runMain(async () => {
  const { values } = parseArgs({ options: { record: { type: 'boolean', default: false }, file: { type: 'string', default: fixture } } });
  const configuredKey = process.env.STRIPE_REHEARSE_KEY;
  const key = configuredKey ? requireTestKey(configuredKey) : undefined;
  if (values.record && !key) throw new Problem('Only real Stripe responses can be recorded: set STRIPE_REHEARSE_KEY=sk_test_…');
  const recorder = new Recorder();
  const rows = key ? await withStripe(key, recorder) : await withFake(recorder);
  const mismatches = rows.filter(({ expected, actual }) => expected !== actual);
  console.log(`\n${rows.length} steps, ${mismatches.length} not as expected`);
  if (values.record) {
    mkdirSync(dirname(values.file), { recursive: true });
    writeFileSync(values.file, formatRecording(recorder));
    console.log(`Stripe’s responses are in ${values.file}, without names and secrets`);
  }
  const sentences = key ? [] : compareWithRecording(recorder, values.file);
  for (const sentence of sentences) console.log(`Not as recorded: ${sentence}`);
  if (mismatches.length > 0 || sentences.length > 0) process.exitCode = 1;
});

/** @param key secret key of the Stripe account; STRIPE_REHEARSE_BASE overrides the API's URL, for tests */
function withStripe(key: string, recorder: Recorder): Promise<Row[]> {
  const stripeBase = process.env.STRIPE_REHEARSE_BASE;
  for (const { name, fakeOnlyReason } of flows) if (fakeOnlyReason) console.log(`${name}: ${fakeOnlyReason}`);
  const rehearsedFlows = flows.filter(({ fakeOnlyReason }) => !fakeOnlyReason);
  return runRehearsal(rehearsedFlows, { secretKey: key, stripeBase, recorder, patience: { timeoutMs: 60_000, intervalMs: 1_000 } });
}

async function withFake(recorder: Recorder): Promise<Row[]> {
  const fake = await serve({ port: 0, keys: fakeKeys });
  try {
    const patience = { timeoutMs: 5_000, intervalMs: 100 };
    return await runRehearsal(flows, { secretKey: fakeKeys.secretKey, stripeBase: fake.url, recorder, patience });
  } finally {
    fake.stop();
  }
}

interface Circumstances {
  secretKey: string;
  stripeBase: string | undefined;
  recorder: Recorder;
  patience: { timeoutMs: number; intervalMs: number };
}

async function runRehearsal(rehearsedFlows: Flow[], { secretKey, stripeBase, recorder, patience }: Circumstances): Promise<Row[]> {
  const stripe = createStripe(secretKey, stripeBase);
  await step(
    stripeBase ? `Creating products and prices at ${stripeBase}` : 'Creating products and prices in the test account',
    async () => {
      await setUpStripe(stripe, { webhookUrl: null });
    },
  );
  const stage = await step('Starting the product with its own database', () =>
    openStage({ port: readPort(process.env.PORT ?? '8850'), secretKey, stripeBase, recorder }),
  );
  try {
    return await rehearse(rehearsedFlows, { stripe, stage, recorder, patience, print: printRow });
  } finally {
    await stage.clear();
  }
}

function printRow({ flow, step: action, expected, actual }: Row): void {
  const end = actual === expected ? `✓ ${actual}` : `✗ expected ${expected}\n${' '.repeat(65)}  seen ${actual}`;
  console.log(`${flow.padEnd(18)} ${action.padEnd(44)} ${end}`);
}

/** Formats the recorded responses with one response per line, for readable diffs. */
function formatRecording({ answers }: Recorder): string {
  const about = { apiVersion, recordedOn: new Date().toISOString().slice(0, 10) };
  const lines = removeRepetitions(answers).map((response) => JSON.stringify(response));
  return `{ "about": ${JSON.stringify(about)}, "answers": [\n${lines.join(',\n')}\n] }\n`;
}

function compareWithRecording({ answers }: Recorder, file: string): string[] {
  if (!existsSync(file)) {
    console.log('No recording of Stripe yet, so the fake is only checked against Stripe’s types.');
    return [];
  }
  const recording = JSON.parse(readFileSync(file, 'utf8')) as Recording;
  const mismatches = differences(recording.answers, answers);
  if (mismatches.length === 0)
    console.log(`The fake responds as Stripe did on ${recording.about.recordedOn} (${recording.answers.length} responses)`);
  return mismatches;
}
