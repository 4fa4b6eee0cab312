/**
 * A member's request is decided and then written. If the session ends in between, for example because the owner recovers the account from
 * an intruder, the write is refused. Each case brings a member to where the route writes.
 */
import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parcelAddress } from '#tests/support/orders/parcel-address.ts';
import { Authenticator } from '#tests/worker/support/accounts/authenticator.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { addPasskey, passkeyOptions } from '#tests/worker/support/accounts/passkeys.ts';
import { suspend } from '#tests/worker/support/accounts/suspended.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { beforeBatch } from '#tests/worker/support/before-write.ts';
import { boughtCards } from '#tests/worker/support/cards/bought-cards.ts';
import { newReporter } from '#tests/worker/support/cards/reporters.ts';
import { newRedeemer, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { newTraveler, offerStay } from '#tests/worker/support/certificates/stays.ts';
import { type Client, change, everyRow, expectError, newCard, newMember, row, setClock } from '#tests/worker/support/client.ts';
import { memberInCredit, payingMember } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { confirmAtStripe, openCheckout } from '#tests/worker/support/memberships/payments.ts';
import { addressOf, bodyOf, isUnsafe, nameOf, type Route, routesWhere } from '#tests/worker/support/route-table.ts';
import { newStay } from '#tests/worker/support/stays/member-stay.ts';
import type { Env } from '#worker/env.ts';
import { isWriting } from '#worker/store/request-database.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await newAdmin();
});
beforeEach(() => setClock('2026-11-21T10:01:00Z'));
afterEach(() => void vi.useRealTimers());

interface Call {
  by: { id: number; client: Client };
  /** Values of the path's parameters. */
  at?: Record<string, string | number | undefined>;
  query?: string;
  /** The body, if it differs from the one in the route's facts. */
  body?: Record<string, unknown>;
  /** Number of the write that records what Stripe did; 1 by default. */
  recordsIn?: number;
}

const member = () => directMember({ role: 'basic' });
const withPassword = async () => {
  const by = await newMember({ role: 'basic' });
  await verifyEmail(by.id);
  return by;
};
const signedIn = async (): Promise<Call> => ({ by: await member() });

/** A member who has found a card, and its owner. */
async function find() {
  const [owner, finder] = [await member(), await member()];
  const card = await newCard({ owner: owner.id, placed: true });
  expect((await finder.client.post('/api/scan', { cardId: card.cardId, code: card.code })).status).toBe(200);
  return { owner, finder, card, at: { cardId: card.cardId } };
}

async function findLog() {
  const found = await find();
  expect((await found.finder.client.put(`/api/finds/${found.card.cardId}/log`, { text: 'What a view' })).status).toBe(200);
  const log = await row<{ id: number }>('SELECT max(id) AS id FROM find_logs');
  return { ...found, at: { ...found.at, logId: log?.id } };
}

const ofOwner = async (): Promise<Call> => {
  const { owner: by, at } = await findLog();
  return { by, at };
};

async function reportable() {
  const owner = await member();
  const card = await newCard({ owner: owner.id });
  const placed = { location: 'Old mill', description: 'Under the oak', latitude: 35.5951, longitude: -82.5515 };
  expect((await owner.client.post(`/api/cache-cards/${card.cardId}/placement`, placed)).status).toBe(200);
  return { owner, card, reporter: await newReporter() };
}

const onePasskey = async (): Promise<Call> => {
  const by = await member();
  return { by, at: { id: (await addPasskey(by)).answer.body.id }, body: { name: 'Tablet' } };
};

async function openOrder(): Promise<Call & { by: { id: number; client: Client }; secret: string }> {
  const by = await member();
  const { order, clientSecret } = await openCheckout(by.client, 'cache-cards', '3');
  return { by, at: { orderId: order?.id }, secret: clientSecret };
}

const pendingEmail = async (): Promise<Call> => {
  const by = await withPassword();
  const answer = await by.client.patch('/api/user', { email: `next-${by.email}`, currentPassword: by.password });
  expect(answer.status).toBe(200);
  return { by };
};

const otherSession = async (): Promise<Call> => {
  const by = await member();
  const other = await row<{ name: string }>(
    `INSERT INTO sessions (id_hash, user_id, created_at, expires_at) SELECT lower(hex(randomblob(32))), user_id, created_at, expires_at
     FROM sessions WHERE user_id = ? RETURNING substr(id_hash, 1, 16) AS name`,
    by.id,
  );
  return { by, at: { sessionId: other?.name } };
};

async function certificate() {
  const by = await newRedeemer(120);
  const { body } = await by.client.post<{ certificate: { id: number; number: string } }>('/api/redeem-certificate', { type: 'global' });
  return { by, at: { number: body.certificate.number }, id: body.certificate.id };
}

const offered = async (): Promise<Call> => {
  const stay = await newStay();
  return { by: stay, at: { number: stay.number }, body: { offerId: await offerStay(stay.certificateId) } };
};

const claimed = async () => {
  const by = await member();
  return { by, body: { cardId: (await newCard()).cardId, proofUrl: 'https://logs.example.com/finds/17' } };
};

/** How a member comes to call each route that writes. */
const calls: Record<string, () => Promise<Call>> = {
  'POST /api/passkeys/options': async () => ({ by: await member(), body: {} }),
  'POST /api/passkeys': async () => {
    const by = await member();
    return { by, body: { name: 'My phone', passkey: await new Authenticator().make((await passkeyOptions(by.client)).body) } };
  },
  'PATCH /api/passkeys/:id': onePasskey,
  'DELETE /api/passkeys/:id': async () => ({ ...(await onePasskey()), body: {} }),
  'PUT /api/payout-address': async () => {
    const by = await withPassword();
    return { by, body: { email: 'me@paypal.test', currentPassword: by.password } };
  },
  'DELETE /api/sign-in-providers/:provider': async () => {
    const by = await member();
    await change(
      `INSERT INTO user_auth_providers (user_id, provider, provider_id, created_at, last_used_at) VALUES (?1, 'google', 'g' || ?1, 1, 1)`,
      by.id,
    );
    return { by, at: { provider: 'google' } };
  },
  'PATCH /api/user': async () => ({ by: await member(), body: { firstName: 'Ann' } }),
  'POST /api/update-profile': async () => ({ by: await member(), body: { firstName: 'Ann' } }),
  'POST /api/change-password': async () => {
    const by = await withPassword();
    return { by, body: { currentPassword: by.password, newPassword: 'other-word-1' } };
  },
  'POST /api/finds/thanks-seen': signedIn,
  'PUT /api/finds/:cardId/log': async () => {
    const { finder: by, at } = await find();
    return { by, at };
  },
  'DELETE /api/finds/:cardId/log': async () => {
    const { finder: by, at } = await findLog();
    return { by, at };
  },
  'POST /api/cache-cards/:cardId/logs/:logId/hide': ofOwner,
  'POST /api/cache-cards/:cardId/logs/:logId/show': ofOwner,
  'POST /api/cache-cards/:cardId/logs/:logId/thank': ofOwner,
  'PUT /api/progress/destination': signedIn,
  'PUT /api/progress/medal': signedIn,
  'PUT /api/progress/time-zone': signedIn,
  'POST /api/cache-cards/:cardId/replacement': async () => {
    const by = await member();
    const [[lost], [spare]] = [
      (await boughtCards(by.id, 1, { placed: true })).cards,
      (await boughtCards(by.id, 1, { status: 'ordered' })).cards,
    ];
    return { by, at: { cardId: lost?.cardId }, body: { spareCardId: spare?.cardId } };
  },
  'PATCH /api/preferences': signedIn,
  'PUT /api/preferences/language': signedIn,
  'PUT /api/preferences/digest': signedIn,
  'PUT /api/preferences/new-cards': signedIn,
  'DELETE /api/preferences/new-cards': signedIn,
  'PATCH /api/preferences/notifications': signedIn,
  'PUT /api/preferences/device': signedIn,
  'DELETE /api/preferences/device': signedIn,
  'DELETE /api/sessions': otherSession,
  'DELETE /api/sessions/:sessionId': otherSession,
  'POST /api/sign-out-everywhere': otherSession,
  'POST /api/delete-account': async () => {
    const by = await withPassword();
    return { by, body: { confirmation: 'DELETE', currentPassword: by.password } };
  },
  'POST /api/verify-email/send': async () => ({ by: await newMember() }),
  'POST /api/confirm-email-change/send': pendingEmail,
  'POST /api/cancel-email-change': pendingEmail,
  'GET /api/payment-intent/:type/:id': async () => ({ by: await member(), at: { type: 'cache-cards', id: 2 } }),
  'POST /api/payment-intent/:type/:id': async () => {
    const by = await withPassword();
    return { by, at: { type: 'membership', id: 'premium' }, body: { currentPassword: by.password } };
  },
  'POST /api/cache-cards/order': signedIn,
  'POST /api/orders/:orderId/cancel': async () => {
    const by = await member();
    const order = await row<{ id: number }>(
      `INSERT INTO orders (user_id, kind, quantity, amount_cents, status, created_at, expires_at)
       VALUES (?1, 'cache_cards', 2, 200, 'open', unixepoch(), unixepoch() + 9999) RETURNING id`,
      by.id,
    );
    return { by, at: { orderId: order?.id } };
  },
  'PUT /api/orders/:orderId/delivery': async () => {
    const { by, at } = await openOrder();
    return { by, at, body: { delivery: 'ship', address: parcelAddress } };
  },
  'PUT /api/treasure-chests/opened': async () => {
    const by = await member();
    await change(
      `INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, created_at) VALUES (?, '2026-10', 2, 600, 1, 1)`,
      by.id,
    );
    return { by };
  },
  'GET /api/cards/near': async () => {
    await reportable();
    return { by: await member(), query: '?lat=35.6&lng=-82.55' };
  },
  'POST /api/cards/:id/report': async () => {
    const { card, reporter } = await reportable();
    await reporter.client.get('/api/cards/near?lat=35.5951&lng=-82.5515');
    return { by: reporter, at: { id: card.id } };
  },
  'POST /api/card/:cardId/report': async () => {
    const { card, reporter } = await reportable();
    return { by: reporter, at: { cardId: card.cardId } };
  },
  'POST /api/cache-cards/:cardId/report-answer': async () => {
    const { owner, card, reporter } = await reportable();
    expect((await reporter.client.post(`/api/card/${card.cardId}/report`)).status).toBe(200);
    return { by: owner, at: { cardId: card.cardId } };
  },
  'POST /api/cache-cards/:cardId/placement': async () => {
    const by = await member();
    return { by, at: { cardId: (await newCard({ owner: by.id })).cardId } };
  },
  'POST /api/ownership-claims': claimed,
  'POST /api/ownership-claims/:claimId/withdraw': async () => {
    const { by, body } = await claimed();
    const claim = await by.client.post<{ id: number }>('/api/ownership-claims', body);
    return { by, at: { claimId: claim.body.id } };
  },
  'POST /api/messages/:id/replies': async () => {
    const by = await withPassword();
    const sent = { name: 'Gus', email: by.email, message: 'The lid is broken.' };
    expect((await by.client.post('/api/contact', sent)).status).toBe(201);
    const message = await row<{ id: number }>('SELECT max(id) AS id FROM contact_messages');
    return { by, at: { id: message?.id } };
  },
  'POST /api/scan': async () => {
    const { cardId, code } = await newCard({ owner: (await member()).id });
    return { by: await member(), body: { cardId, code } };
  },
  'PUT /api/scan/place': async () => {
    const { finder: by, card } = await find();
    await change('UPDATE cache_cards SET latitude = 1.5, longitude = 2.5 WHERE id = ?', card.id);
    return { by, body: { cardId: card.cardId, latitude: 1.5, longitude: 2.5, accuracy: 12 } };
  },
  'POST /api/tokens/pay-back': async () => {
    const by = await newRedeemer(5);
    await change('UPDATE users SET owed_tokens = 3 WHERE id = ?', by.id);
    return { by };
  },
  'POST /api/redeem-certificate': async () => ({ by: await newRedeemer(120), body: { type: 'global' } }),
  'POST /api/vacation-certificates/:number/activate': async () => ({ ...(await certificate()), body: { traveler: newTraveler() } }),
  'POST /api/vacation-certificates/:number/return': async () => {
    const traveler = newTraveler();
    const [one, { by, at }] = [await certificate(), await certificate()];
    expect((await one.by.client.post(`/api/vacation-certificates/${one.at.number}/activate`, { traveler })).status).toBe(200);
    expectError(await by.client.post(`/api/vacation-certificates/${at.number}/activate`, { traveler }), 409, 'traveler_has_stay');
    return { by, at, body: { traveler } };
  },
  'PUT /api/stays/:number/traveler': async () => {
    const stay = await newStay();
    return { by: stay, at: { number: stay.number }, body: { traveler: newTraveler(), version: 1 } };
  },
  'PUT /api/stays/:number/wishes': async () => {
    const stay = await newStay();
    // Without a travel provider, whose answers are recorded at once.
    stay.client.workerEnv = { ...env, TRAVEL_API_BASE: '' } as unknown as Env;
    return { by: stay, at: { number: stay.number } };
  },
  'POST /api/stays/:number/accept': offered,
  'POST /api/stays/:number/decline': offered,
  'POST /api/stays/:number/return': async () => {
    const stay = await newStay();
    await change('UPDATE stays SET declined_offers = 9 WHERE certificate_id = ?', stay.certificateId);
    return { by: stay, at: { number: stay.number }, body: { currentPassword: stay.password } };
  },
  'POST /api/stays/:number/answer': async () => {
    const stay = await newStay();
    await change("UPDATE stays SET stage = 'stayed' WHERE certificate_id = ?", stay.certificateId);
    return { by: stay, at: { number: stay.number } };
  },
};

/** Routes that only record what Stripe has done. They record it, and then respond like every call with an ended session. */
const recording: typeof calls = {
  'POST /api/orders/:orderId/confirm': async () => {
    const { secret, ...call } = await openOrder();
    await confirmAtStripe(secret);
    return call;
  },
  'POST /api/orders/:orderId/use-balance': async () => {
    const by = await memberInCredit(7_000);
    const { body } = await by.client.get<{ order: { id: number } }>('/api/payment-intent/membership/basic');
    // The first write, of the subscription's id, is refused. Stripe's webhook adds the id, as after a lost response.
    return { by, at: { orderId: body.order.id }, recordsIn: 2 };
  },
  'POST /api/membership/cancel': async () => ({ by: (await payingMember('basic')).member }),
  'POST /api/membership/resume': async () => {
    const by = (await payingMember('basic')).member;
    expect((await by.client.post('/api/membership/cancel')).status).toBe(200);
    return { by };
  },
  'POST /api/membership/card/confirm': async () => {
    const by = (await payingMember('basic')).member;
    const { body } = await by.client.post<{ clientSecret: string }>('/api/membership/card');
    await confirmAtStripe(body.clientSecret);
    return { by, body: { setupIntent: body.clientSecret.slice(0, body.clientSecret.indexOf('_secret_')) } };
  },
};
/** Routes that ask Stripe and write nothing here, or only what Stripe did. */
const asking = ['POST /api/membership/confirm', 'POST /api/membership/card'];

const memberRoutes = routesWhere(({ access }) => access === 'member');
const routeOf = (name: string) => memberRoutes.find((route) => nameOf(route) === name) as Route;

/** Rate limits count a call when it arrives. */
const except = ['rate_counters'];
const writesMore = (sql: string) => isWriting(sql) && !/^\s*(?:INSERT INTO|UPDATE) rate_counters\b/.test(sql);

/** Makes the call and runs `end` just before its write with this number. Returns the rows at that time, if there is such a write. */
async function interrupt(name: string, { by, at = {}, query = '', body }: Call, number: number, end: (id: number) => Promise<unknown>) {
  const route = routeOf(name);
  let writes = 0;
  let rows: Record<string, unknown[]> | undefined;
  by.client.workerEnv = beforeBatch(by.client.workerEnv, writesMore, async () => {
    writes += 1;
    if (writes !== number) return;
    await end(by.id);
    rows = await everyRow({ except });
  });
  const path = route.path.replace(/:(\w+)/g, (_, parameter: string) => String(at[parameter])) + query;
  const answer = await by.client.call(route.method, path, route.method === 'GET' ? undefined : (body ?? bodyOf(route)));
  return { answer, rows };
}

const revoke = (id: number) => change('UPDATE sessions SET revoked_at = 1 WHERE user_id = ?', id);

test('every route of members that writes is covered', async () => {
  const covered = [...Object.keys(calls), ...Object.keys(recording), ...asking];
  const others = memberRoutes.filter((route) => !covered.includes(nameOf(route)));
  const writing = others.filter(isUnsafe).map(nameOf);
  const { id, client } = await member();
  const { cardId } = await newCard({ owner: id });
  for (const route of others.filter((one) => !isUnsafe(one))) {
    client.workerEnv = beforeBatch(env as unknown as Env, writesMore, async () => void writing.push(nameOf(route)));
    await client.get(addressOf(route, cardId));
  }
  expect(writing).toEqual([]);
  expect(covered.filter((name) => !routeOf(name))).toEqual([]);
});

describe.each(Object.entries(calls))('%s', (name, prepare) => {
  test('writes nothing once the session was revoked, before any of its writes', async () => {
    for (let number = 1; ; number += 1) {
      const { answer, rows } = await interrupt(name, await prepare(), number, revoke);
      if (rows === undefined) {
        expect(number, JSON.stringify(answer.body)).toBeGreaterThan(1);
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
        break;
      }
      expectError(answer, 401, 'not_signed_in');
      expect(await everyRow({ except })).toEqual(rows);
    }
  });

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['the member was suspended', (id) => suspend(admin, id)],
    ['the session expired', (id) => change('UPDATE sessions SET expires_at = 1 WHERE user_id = ?', id)],
  ])('writes nothing once %s', async (_, end) => {
    const { answer, rows } = await interrupt(name, await prepare(), 1, end);
    expectError(answer, 401, 'not_signed_in');
    expect(await everyRow({ except })).toEqual(rows);
  });
});

test.each(Object.entries(recording))('%s records what Stripe did even if the session was revoked', async (name, prepare) => {
  const call = await prepare();
  const { answer, rows } = await interrupt(name, call, call.recordsIn ?? 1, revoke);
  expectError(answer, 401, 'not_signed_in');
  expect(rows).toBeDefined();
  expect(await everyRow({ except })).not.toEqual(rows);
});
