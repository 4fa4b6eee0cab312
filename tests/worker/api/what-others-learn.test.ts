/** What other people can learn about a find from any route that reads, and from the responses to changes of cards and finds. Product rules: Finds and notes to owners, Finding cards. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finderHiddenSeconds } from '#schema/rules.ts';
import { placedCard } from '#tests/worker/support/cards/placed-cards.ts';
import { verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { advanceClock, Client, newMember, row, setClock, type TestCard, type TestMember } from '#tests/worker/support/client.ts';
import { addressOf, nameOf, routesWhere } from '#tests/worker/support/route-table.ts';

const placedAt = '2026-11-10T08:01:02';
const foundAt = '2026-11-21T10:07:09';
/** The owner shows the place to about 100 m. */
const place = { latitude: 35.600123, longitude: -82.550456 };
const finderPlace = { latitude: 35.600777, longitude: -82.551888 };

const reads = routesWhere(({ access }, { method }) => method === 'GET' && (access === 'member' || access === 'public'));

beforeEach(() => setClock(`${placedAt}Z`));
afterEach(() => {
  vi.useRealTimers();
});

/** Calls every route that reads, and returns each response as text, by name. Statuses are not checked: some rows do not exist. */
async function readEverything(client: Client, { id, cardId }: TestCard): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const route of reads) {
    const address = addressOf({ ...route, path: route.path.replace('/cards/:id/', `/cards/${id}/`) }, cardId);
    const { status, body } = await client.get(address);
    expect(status, nameOf(route)).toBeLessThan(500);
    answers.set(nameOf(route), JSON.stringify(body));
  }
  return answers;
}

type Change = [method: 'POST' | 'PUT' | 'DELETE', path: string, body: Record<string, unknown>, status: number];

/** Makes the changes in order, and returns each response as text, by method and path. */
async function makeChanges(client: Client, changes: readonly Change[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const [method, path, sent, expected] of changes) {
    const { status, body } = await client.call(method, path, sent);
    expect(status, `${method} ${path}: ${JSON.stringify(body)}`).toBe(expected);
    answers.set(`${method} ${path}`, JSON.stringify(body));
  }
  return answers;
}

async function readNoteId(): Promise<number> {
  return (await row<{ id: number }>('SELECT id FROM find_logs ORDER BY id DESC'))?.id ?? 0;
}

function expectNowhere(answers: Map<string, string>, text: string): void {
  expect(
    [...answers].filter(([, answer]) => answer.includes(text)).map(([name]) => name),
    text,
  ).toEqual([]);
}

function expectNoTime(answers: Map<string, string>): void {
  expectNowhere(answers, foundAt.slice(0, 'YYYY-MM-DDTHH'.length));
  expectNowhere(answers, String(Date.parse(`${foundAt}Z`) / 1_000));
}

/** Creates a card that an earlier member found in the week it was placed, and that the finder found later, leaving a note. */
async function foundCard(): Promise<{ card: TestCard; owner: TestMember; finder: TestMember; other: TestMember }> {
  const [owner, finder, other] = [await newMember({ role: 'basic' }), await newMember(), await newMember()];
  for (const { id } of [owner, finder, other]) await verifyEmail(id);
  await finder.client.call('PATCH', '/api/user', { firstName: 'Zebulon' });
  const card = await placedCard(owner, place);
  const { cardId, code } = card;
  await other.client.post('/api/scan', { cardId, code });
  setClock(`${foundAt}Z`);
  expect(await finder.client.post('/api/scan', { cardId, code, ...finderPlace })).toMatchObject({
    status: 200,
    body: { tokensEarned: 1 },
  });
  await finder.client.put(`/api/finds/${cardId}/log`, { text: 'A fine view' });
  advanceClock(2 * 3_600);
  return { card, owner, finder, other };
}

test('owners never learn the time of a find, and learn who made it only after 24 hours', async () => {
  const { card, owner, finder } = await foundCard();
  const early = await readEverything(owner.client, card);
  expect(early.get('GET /api/cache-cards/:cardId')).toContain('"totalScans":2');
  expect(early.get('GET /api/cache-cards/:cardId/activity')).toContain('A fine view');
  expectNoTime(early);
  for (const name of [finder.user.username ?? '', 'Zebulon', finder.email]) expectNowhere(early, name);

  advanceClock(finderHiddenSeconds);
  const late = await readEverything(owner.client, card);
  expect(late.get('GET /api/cache-cards/:cardId')).toContain(finder.user.username);
  expectNoTime(late);
  for (const name of ['Zebulon', finder.email]) expectNowhere(late, name);
  for (const answers of [early, late]) {
    for (const coordinate of Object.values(finderPlace)) expectNowhere(answers, String(coordinate));
  }
});

test('owners learn neither time nor finder from the responses to what they change', async () => {
  const { card, owner, finder, other } = await foundCard();
  expect((await other.client.post(`/api/card/${card.cardId}/report`)).status).toBe(200);
  const path = `/api/cache-cards/${card.cardId}`;
  const notes = `${path}/logs/${await readNoteId()}`;
  const placement = { location: 'Park', description: 'Under the oak', ...place, visibility: 'near' };
  const answers = await makeChanges(owner.client, [
    ['POST', '/api/scan', { cardId: card.cardId, code: card.code }, 200],
    ...['thank', 'hide', 'show'].map((change): Change => ['POST', `${notes}/${change}`, {}, 200]),
    ['POST', `${path}/report-answer`, { answer: 'still_there' }, 200],
    ['POST', `${path}/placement`, placement, 200],
    ['POST', '/api/ownership-claims', { cardId: card.cardId, proofUrl: 'https://logs.example.com/finds/17' }, 409],
  ]);
  expectNoTime(answers);
  for (const { user, email } of [finder, other]) for (const name of [user.username ?? '', 'Zebulon', email]) expectNowhere(answers, name);
  for (const coordinate of Object.values(finderPlace)) expectNowhere(answers, String(coordinate));
});

test('other members learn nothing about a find from the responses to what they change', async () => {
  const { card, owner, finder, other } = await foundCard();
  advanceClock(14 * 86_400);
  const { cardId, code } = card;
  const next = await newMember();
  await verifyEmail(next.id);
  const [first, later] = [
    await makeChanges(next.client, [['POST', '/api/scan', { cardId, code }, 200]]),
    await makeChanges(other.client, [
      ['POST', '/api/scan', { cardId, code }, 200],
      ['PUT', `/api/finds/${cardId}/log`, { text: 'Well hidden' }, 200],
      ['DELETE', `/api/finds/${cardId}/log`, {}, 200],
      ['POST', '/api/finds/thanks-seen', {}, 200],
      ['POST', `/api/cards/${card.id}/report`, {}, 200],
      ['POST', `/api/card/${cardId}/report`, {}, 200],
      ['POST', '/api/ownership-claims', { cardId, proofUrl: 'https://logs.example.com/finds/17' }, 201],
    ]),
  ];
  const texts = [finder.user.username ?? '', 'Zebulon', finder.email, owner.email, 'A fine view', foundAt.slice(0, 'YYYY-MM-DD'.length)];
  for (const answers of [first, later]) {
    for (const text of [...texts, ...Object.values(place), ...Object.values(finderPlace)].map(String)) expectNowhere(answers, text);
    expectNoTime(answers);
  }
});

test('other members learn only the week of a find, and only the place that the owner chose to show', async () => {
  const { card, finder, other } = await foundCard();
  advanceClock(14 * 86_400);
  const answers = await readEverything(other.client, card);
  expect(answers.get('GET /api/cards/near')).toContain(`"id":${card.id},`);
  expect(answers.get('GET /api/cards/:id/details')).toContain('2026-11-16');
  const texts = [finder.user.username ?? '', 'Zebulon', finder.email, 'A fine view', foundAt.slice(0, 'YYYY-MM-DD'.length)];
  for (const text of [...texts, ...Object.values(place), ...Object.values(finderPlace)].map(String)) expectNowhere(answers, text);
  expectNoTime(answers);
});

test('visitors learn nothing about a find or the place of a card', async () => {
  const { card, finder, owner } = await foundCard();
  advanceClock(14 * 86_400);
  const answers = await readEverything(new Client(), card);
  const names = [finder, owner].flatMap(({ email, user }) => [email, user.username ?? '']);
  for (const text of [...names, 'A fine view', '2026-11-2', '35.60', '82.55']) expectNowhere(answers, text);
});
