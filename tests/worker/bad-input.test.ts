/** What is no proper request: refused in one shape, never a 500, nothing written. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newAdmin, type TestAdmin } from './administrators.ts';
import { type Answer, change, everyRow, expectError, newCard, newMember, type TestCard, type TestMember } from './client.ts';
import { addressOf, bodyOf, isForAdmins, nameOf, type Route, routesWhere } from './route-table.ts';

let member: TestMember;
let admin: TestAdmin;
let card: TestCard;
let before: Record<string, unknown[]>;

/** Counting guesses and failed sign-ins is not what is meant by writing. */
const contents = () => everyRow({ except: ['rate_counters'] });

beforeAll(async () => {
  member = await newMember({ role: 'basic' });
  admin = await newAdmin('super_admin');
  card = await newCard({ owner: member.id, status: 'ordered' });
  before = await contents();
});
beforeEach(() => change('DELETE FROM rate_counters'));

/** Sends a body as it is. */
async function send(route: Route, body: BodyInit, headers: Record<string, string> = {}): Promise<Answer> {
  const { client } = isForAdmins(route) ? admin : member;
  const response = await client.fetch(addressOf(route, card.cardId), {
    method: route.method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** The fields that a refusal names, and those that what it names is part of (`address.city` is of `address`). */
function namesOf(answer: Answer): string[] {
  return Object.keys(expectError(answer, 400, 'invalid_input').fields ?? {}).flatMap((name) => [name, name.split('.')[0] ?? name]);
}

const routesWithBody = routesWhere(({ body }) => body !== undefined).map((route) => [nameOf(route), route] as const);

describe.each(routesWithBody)('%s', (name, route) => {
  const right = bodyOf(route) ?? {};

  afterAll(async () => {
    expect(await contents(), 'something was written').toEqual(before);
  });

  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/jsonp'],
    ['application/json-patch+json'],
    ['text/json'],
    [''],
  ])('refuses a body of the type %j', async (type) => {
    expectError(await send(route, JSON.stringify(right), { 'Content-Type': type }), 415, 'not_json');
  });

  test.each([
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
  ])('refuses the malformed body %#', async (body) => {
    expectError(await send(route, body), 400, 'malformed_json');
  });

  test('refuses bytes that are no text', async () => {
    expectError(await send(route, new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])), 400, 'malformed_json');
  });

  test.each([
    'null',
    '[]',
    '[{}]',
    '"text"',
    '7',
    'true',
    '[[[[[[]]]]]]',
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  ])('refuses JSON that is no object (%#)', async (body) => {
    const { fields } = expectError(await send(route, body), 400);
    expect(fields).toEqual(fields && expect.objectContaining({}));
  });

  const unknown = ['surplus', 'role', 'tokenBalance', 'id', 'constructor', 'toString', 'hasOwnProperty', '__proto__', 'a.b', '', '🗺️'];
  test.each(unknown.filter((field) => !Object.hasOwn(right, field)))('refuses the unknown field %j by its name', async (field) => {
    const body = `${JSON.stringify(right).slice(0, -1)}, ${JSON.stringify(field)}: {"role": "premium"}}`;
    const answer = await send(route, body);
    expectError(answer, 400, 'invalid_input');
    expect(Object.entries(answer.body.fields ?? {})).toEqual([[field, 'This field is not accepted here']]);
  });

  const nested = JSON.parse(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`) as unknown;

  test.each(Object.keys(right))('refuses %s of another type and names it', async (field) => {
    // Where yes and no are both right, neither is of another type; nor is a list where a list is right.
    const boolean = typeof right[field] === 'boolean' ? 'true' : true;
    const list = Array.isArray(right[field]) ? 'one' : [1];
    for (const wrong of [{ a: 1 }, list, boolean, { toString: 'x' }, nested, typeof right[field] === 'number' ? '1.5' : 1.5]) {
      const answer = await send(route, JSON.stringify({ ...right, [field]: wrong }));
      if (name === 'POST /api/scan' && field === 'cardId') expectError(answer, 404, 'card_not_found');
      else expect(namesOf(answer)).toContain(field);
    }
  });

  test('names every field that is wrong', async () => {
    const wrong = Object.fromEntries(Object.keys(right).map((field) => [field, { no: true }]));
    const named = namesOf(await send(route, JSON.stringify(wrong)));
    expect(named).toEqual(expect.arrayContaining(Object.keys(right).filter((field) => name !== 'POST /api/scan' || field !== 'cardId')));
  });

  describe('over 64 KiB', () => {
    const tooLarge = JSON.stringify({ ...right, surplus: 'x'.repeat(65 * 1_024) });

    test('is refused by its declared length', async () => {
      expectError(await send(route, '{}', { 'Content-Length': String(64 * 1_024 + 1) }), 413, 'body_too_large');
    });

    test('is refused by what arrives', async () => {
      expectError(await send(route, tooLarge), 413, 'body_too_large');
    });

    test('is refused in chunks of no declared length', async () => {
      const stream = new ReadableStream({
        start(controller) {
          const bytes = new TextEncoder().encode(tooLarge);
          for (let at = 0; at < bytes.length; at += 10_000) controller.enqueue(bytes.slice(at, at + 10_000));
          controller.close();
        },
      });
      expectError(await send(route, stream), 413, 'body_too_large');
    });

    test('64 KiB themselves are read', async () => {
      const padded = '{"surplus":1}'.padEnd(64 * 1_024);
      expectError(await send(route, padded), 400, 'invalid_input');
    });
  });
});
