import { createHash, randomBytes } from 'node:crypto';
import type { Runtime } from '#scripts/lab/bench/runtime.ts';
import { floorSessionId, signedInMembers } from '#scripts/lab/bench/usage.ts';

export interface Subject {
  userId: number;
  email: string;
  sessionHash: string;
  cookie: string;
  token: string;
  collectedFinds: Find[];
  uncollected: Find[];
}

export interface Find {
  cardId: string;
  code: string;
}

export function createCookieHeader(subject: Subject | undefined): { Cookie: string } {
  return { Cookie: `__Host-session=${subject?.cookie}; __Host-session_hint=1` };
}

const scansPerSubject = 45;
const cardsConsidered = 2_000;

export async function prepareSubjects(runtime: Runtime, now: number): Promise<Subject[]> {
  const { db } = runtime;
  const members = await selectEvenly<{ id: number; email: string }>(runtime, 'SELECT id, email FROM users', 'users', signedInMembers);
  const cards = await selectEvenly<{ id: number; cardId: string; code: string; owner: number }>(
    runtime,
    'SELECT id, card_id AS cardId, code, user_id AS owner FROM cache_cards',
    'cache_cards',
    cardsConsidered,
  );
  const scans = await db
    .prepare(
      `SELECT s.user_id AS userId, s.card_id AS card, c.card_id AS cardId, c.code FROM card_scans s JOIN cache_cards c ON c.id = s.card_id
       WHERE s.user_id IN (SELECT value FROM json_each(?1))`,
    )
    .bind(JSON.stringify(members.map((member) => member.id)))
    .all<Find & { userId: number; card: number }>();

  const subjects = members.map(({ id, email }, index): Subject => {
    const cookie = randomBytes(32).toString('base64url');
    const collectedFinds = scans.results.filter((scan) => scan.userId === id);
    const knownIds = new Set(collectedFinds.map((scan) => scan.card));
    const rotatedCards = [...cards.slice((index * 37) % cards.length), ...cards.slice(0, (index * 37) % cards.length)];
    const uncollected = rotatedCards.filter((card) => card.owner !== id && !knownIds.has(card.id)).slice(0, scansPerSubject);
    const sessionHash = createHash('sha256').update(cookie).digest('base64url');
    return { userId: id, email, sessionHash, cookie, token: '', collectedFinds, uncollected };
  });
  await signIn(runtime, subjects, now);
  return subjects.filter((subject) => subject.collectedFinds.length > 0);
}

async function selectEvenly<Row>({ db }: Runtime, select: string, table: string, count: number): Promise<Row[]> {
  const rows = await db
    .prepare(
      `WITH RECURSIVE size AS (SELECT max(id) AS last FROM ${table}),
         steps(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM steps WHERE n < ${count})
       ${select} WHERE id IN (SELECT 1 + n * (last - 1) / ${count} FROM size, steps) ORDER BY id`,
    )
    .all<Row>();
  return rows.results;
}

async function signIn({ db, sessions, origin }: Runtime, subjects: Subject[], now: number): Promise<void> {
  await db
    .prepare(
      `INSERT INTO sessions (id_hash, user_id, created_at, expires_at)
       SELECT value ->> '$.sessionHash', value ->> '$.userId', ?2, ?2 + 2592000 FROM json_each(?1)`,
    )
    .bind(JSON.stringify(subjects.map(({ sessionHash, userId }) => ({ sessionHash, userId }))), now)
    .run();
  for (const [index, { sessionHash, userId }] of subjects.entries()) {
    await sessions.put(`session:${sessionHash}`, String(userId));
    await sessions.put(floorSessionId(index), String(userId));
  }
  const response = await fetch(new URL('/bench/token', origin), { method: 'POST', body: JSON.stringify(subjects) });
  const tokens = (await response.json()) as string[];
  for (const [index, subject] of subjects.entries()) subject.token = tokens[index] ?? '';
}
