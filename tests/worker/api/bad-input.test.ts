/** Invalid requests are rejected in a single error format, never cause a 500, and write nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { everyCase } from '#tests/support/every-case.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import {
  type Answer,
  change,
  everyRow,
  expectError,
  newCard,
  newMember,
  type TestCard,
  type TestMember,
} from '#tests/worker/support/client.ts';
import { addressOf, bodyOf, isForAdmins, nameOf, type Route, routesWhere } from '#tests/worker/support/route-table.ts';

let member: TestMember;
let admin: TestAdmin;
let card: TestCard;
let before: Record<string, unknown[]>;

/** Returns all rows except the counters of guesses and failed sign-ins, since those may change. */
const contents = () => everyRow({ except: ['rate_counters'] });

beforeAll(async () => {
  member = await newMember({ role: 'basic' });
  admin = await newAdmin('super_admin');
  card = await newCard({ owner: member.id, status: 'ordered' });
  before = await contents();
});
beforeEach(() => change('DELETE FROM rate_counters'));

/** Sends a raw request body. */
async function send(route: Route, body: BodyInit, headers: Record<string, string> = {}): Promise<Answer> {
  const { client } = isForAdmins(route) ? admin : member;
  const response = await client.fetch(addressOf(route, card.cardId), {
    method: route.method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Returns the fields named in an error response and their parents (`address.city` also yields `address`). */
function namesOf(answer: Answer): string[] {
  return Object.keys(expectError(answer, 400, 'invalid_input').fields ?? {}).flatMap((name) => [name, name.split('.')[0] ?? name]);
}

const routesWithBody = routesWhere(({ body, checksRowFirst }) => body !== undefined && !checksRowFirst).map(
  (route) => [nameOf(route), route] as const,
);

const contentTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json-patch+json',
  'text/json',
  '',
];

const malformed: BodyInit[] = [
  '',
  ' ',
  '{',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}{',
  'undefined',
  'NaN',
  '\u0000',
  '\uFEFF\uFEFF{}',
  '{"a":"\u0000"}',
  '[[['.repeat(5_000),
  // Bytes that are not valid UTF-8.
  new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]),
];

const noObjects = ['null', '[]', '[{}]', '"text"', '7', 'true', '[[[[[[]]]]]]', `${'['.repeat(30_000)}${']'.repeat(30_000)}`];

const unknown = ['surplus', 'role', 'tokenBalance', 'id', 'constructor', 'toString', 'hasOwnProperty', '__proto__', 'a.b', '', '🗺️'];

const nested = JSON.parse(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`) as unknown;

/** Returns values of the wrong types for a field. Omits booleans for a boolean field, and lists for a list field. */
function wrongFor(right: unknown): unknown[] {
  const boolean = typeof right === 'boolean' ? 'true' : true;
  const list = Array.isArray(right) ? 'one' : [1];
  return [{ a: 1 }, list, boolean, { toString: 'x' }, nested, typeof right === 'number' ? '1.5' : 1.5];
}

/** `npm test` checks one in every `share` routes; `npm run test:long` checks the others. */
const share = 3;

describe.each(routesWithBody.filter((_, index) => index % share === 0))('%s with invalid input', expectClearErrors);
describe('in the long run,', { tags: 'long' }, () => {
  describe.each(routesWithBody.filter((_, index) => index % share !== 0))('%s with invalid input', expectClearErrors);
});

function expectClearErrors(name: string, route: Route): void {
  const right = bodyOf(route) ?? {};
  const fields = Object.keys(right);
  /** A scan treats a malformed card id as an unknown card, not as invalid input. */
  const isCardOfScan = (field: string) => name === 'POST /api/scan' && field === 'cardId';

  afterAll(async () => {
    expect(await contents(), 'something was written').toEqual(before);
  });

  test('rejects a body of another type', () =>
    everyCase(contentTypes, async (type) => {
      expectError(await send(route, JSON.stringify(right), { 'Content-Type': type }), 415, 'not_json');
    }));

  test('rejects a malformed body', () =>
    everyCase(malformed, async (body) => {
      expectError(await send(route, body), 400, 'malformed_json');
    }));

  test('rejects JSON that is not an object', () =>
    everyCase(noObjects, async (body) => {
      const { fields: named } = expectError(await send(route, body), 400);
      expect(named).toEqual(named && expect.objectContaining({}));
    }));

  test('rejects unknown fields by name', () =>
    everyCase(
      unknown.filter((field) => !Object.hasOwn(right, field)),
      async (field) => {
        const body = `${JSON.stringify(right).slice(0, -1)}, ${JSON.stringify(field)}: {"role": "premium"}}`;
        const answer = await send(route, body);
        expectError(answer, 400, 'invalid_input');
        expect(Object.entries(answer.body.fields ?? {})).toEqual([[field, 'This field is not accepted here']]);
      },
    ));

  test('rejects fields of another type and names each of them', () =>
    everyCase(
      [
        ...fields.flatMap((field) => wrongFor(right[field]).map((wrong) => ({ [field]: wrong }))),
        Object.fromEntries(fields.map((field) => [field, { no: true }])),
      ],
      async (wrong) => {
        const answer = await send(route, JSON.stringify({ ...right, ...wrong }));
        const names = Object.keys(wrong);
        if (isCardOfScan(names.join())) expectError(answer, 404, 'card_not_found');
        else expect(namesOf(answer)).toEqual(expect.arrayContaining(names.filter((field) => !isCardOfScan(field))));
      },
    ));

  test('rejects more than 64 KiB: by declared length, by received length, and in chunks without a length', async () => {
    const tooLarge = JSON.stringify({ ...right, surplus: 'x'.repeat(65 * 1_024) });
    const stream = new ReadableStream({
      start(controller) {
        const bytes = new TextEncoder().encode(tooLarge);
        for (let at = 0; at < bytes.length; at += 10_000) controller.enqueue(bytes.slice(at, at + 10_000));
        controller.close();
      },
    });
    expectError(await send(route, '{}', { 'Content-Length': String(64 * 1_024 + 1) }), 413, 'body_too_large', 'declared');
    expectError(await send(route, tooLarge), 413, 'body_too_large', 'arriving');
    expectError(await send(route, stream), 413, 'body_too_large', 'in chunks');
    const padded = '{"surplus":1}'.padEnd(64 * 1_024);
    expectError(await send(route, padded), 400, 'invalid_input', '64 KiB themselves');
  });
}
