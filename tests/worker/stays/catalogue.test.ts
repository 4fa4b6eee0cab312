/** The terms of each type of stay, which members see before they redeem. Product rules: Certificates. */
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StayCatalogue, type TermsByType } from '#schema/stays/catalogue.ts';
import { ownTerms } from '#schema/stays.ts';
import { unlimited } from '#tests/worker/support/admin/crons.ts';
import { newRedeemer } from '#tests/worker/support/certificates/redeemer.ts';
import { localTravel } from '#tests/worker/support/certificates/travel.ts';
import { advanceClock, balanceOf, type Client, change, expectError, newMember, row, setClock } from '#tests/worker/support/client.ts';
import { providerWith } from '#tests/worker/support/stays/member-stay.ts';
import type { TravelProvider } from '#worker/clients/travel-provider.ts';
import type { Env } from '#worker/env.ts';
import { maintainCertificates } from '#worker/jobs/maintain-certificates.ts';
import { createStore } from '#worker/store/store.ts';

beforeEach(async () => {
  setClock('2026-11-21T10:00:00Z');
  await change('UPDATE vacation_certificates SET catalogue_version = NULL');
  await change('DELETE FROM stay_catalogues');
});
afterEach(() => {
  vi.useRealTimers();
});

const terms = (extraCents: number): TermsByType => {
  const changed = structuredClone(ownTerms);
  for (const { costs } of Object.values(changed)) for (const cost of costs) cost.toCents += extraCents;
  return changed;
};
const withExtra = (extraCents: number) => providerWith({ catalogue: async () => terms(extraCents) });
const receive = (travel: TravelProvider) =>
  maintainCertificates({ store: createStore(env as unknown as Env), budget: unlimited, travel }, Math.floor(Date.now() / 1_000));
const catalogueOf = async (client: Client) => v.parse(StayCatalogue, (await client.get('/api/stays/catalogue')).body);

describe('the terms shown before a redemption', () => {
  test('are the provider’s, as received last', async () => {
    const { client } = await newMember();
    await receive(await localTravel());
    const fromFake = await catalogueOf(client);
    expect(fromFake.terms.global.destinations).toHaveLength(6);
    advanceClock(60);
    await receive(withExtra(500));
    expect((await catalogueOf(client)).terms).toEqual(terms(500));
    advanceClock(60);
    await receive(await localTravel());
    expect(await catalogueOf(client)).toEqual(fromFake);
  });

  test('are our own until the provider has sent some, and without a provider', async () => {
    const { client } = await newMember();
    expect((await catalogueOf(client)).terms).toEqual(ownTerms);
    await receive(withExtra(500));
    client.workerEnv = { ...env, TRAVEL_API_BASE: '' } as unknown as Env;
    expect((await catalogueOf(client)).terms).toEqual(ownTerms);
  });
});

describe('a redemption', () => {
  test('that names the current terms stores them', async () => {
    const { client, id } = await newRedeemer(60);
    const { version } = await catalogueOf(client);
    expect((await client.post('/api/redeem-certificate', { type: 'regional-short', catalogueVersion: version })).status).toBe(200);
    expect(await row('SELECT catalogue_version AS "version" FROM vacation_certificates WHERE user_id = ?', id)).toEqual({ version });
    expect(await row('SELECT terms FROM stay_catalogues WHERE version = ?', version)).toEqual({ terms: JSON.stringify(ownTerms) });
  });

  test('that names outdated terms takes no tokens, and returns the new ones', async () => {
    const { client, id } = await newRedeemer(60);
    const { version } = await catalogueOf(client);
    await receive(withExtra(500));
    const answer = await client.post('/api/redeem-certificate', { type: 'regional-short', catalogueVersion: version });
    expectError(answer, 409, 'stay_costs_changed');
    expect((answer.body as { data: StayCatalogue }).data).toEqual(await catalogueOf(client));
    expect(await balanceOf(id)).toBe(60);
  });

  test('without a version works, and records no terms that the member saw', async () => {
    const { client, id } = await newRedeemer(60);
    expect((await client.post('/api/redeem-certificate', { type: 'regional-short' })).status).toBe(200);
    expect(await row('SELECT catalogue_version AS "version" FROM vacation_certificates WHERE user_id = ?', id)).toEqual({ version: null });
  });
});
