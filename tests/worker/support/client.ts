/** An HTTP client for the real Worker: stores cookies and sends JSON, like a browser without a UI. */

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { expect, vi } from 'vitest';
import type { SignedInUser } from '#schema/accounts/user.ts';
import { ErrorBody } from '#schema/site.ts';
import { type Env, readConfig } from '#worker/env.ts';
import worker from '#worker/index.ts';
import { linkToken } from '#worker/security/link.ts';

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Name of the session cookie on HTTPS sites, which these tests simulate. */
export const sessionCookie = '__Host-session';

/** An ASSETS binding that responds to every request with 404. */
export const noFiles = { fetch: async () => new Response(null, { status: 404 }) } as unknown as Fetcher;

let addresses = 0;

export class Client {
  readonly cookies = new Map<string, string>();
  /** The client's IP address. It is unique unless the constructor is given one. */
  address: string;
  token: string | undefined;
  workerEnv: Env = env as unknown as Env;

  constructor(address?: string) {
    addresses += 1;
    this.address = address ?? `198.51.${Math.floor(addresses / 250) % 250}.${addresses % 250}`;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('CF-Connecting-IP')) headers.set('CF-Connecting-IP', this.address);
    if (this.cookies.size > 0 && !headers.has('Cookie')) {
      headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    if (this.token && !headers.has('Authorization')) headers.set('Authorization', `Bearer ${this.token}`);
    const context = createExecutionContext();
    const request = new Request(new URL(path, env.PUBLIC_ORIGIN), { ...init, headers });
    const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], this.workerEnv, context);
    await waitOnExecutionContext(context);
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(pair.indexOf('=') + 1);
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  async call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const response = await this.fetch(path, {
      method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // Avoids `text()` because workerd prints a warning when `text()` is called on a PDF response.
    const text = new TextDecoder().decode(await response.arrayBuffer());
    const isJson = response.headers.get('Content-Type')?.includes('json');
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as Body };
  }

  get<Body = Record<string, unknown>>(path: string, headers?: Record<string, string>) {
    return this.call<Body>('GET', path, undefined, headers);
  }

  patch<Body = Record<string, unknown>>(path: string, body?: unknown) {
    return this.call<Body>('PATCH', path, body);
  }

  put<Body = Record<string, unknown>>(path: string, body?: unknown) {
    return this.call<Body>('PUT', path, body);
  }

  post<Body = Record<string, unknown>>(path: string, body?: unknown, headers?: Record<string, string>) {
    return this.call<Body>('POST', path, body, headers);
  }

  /** Creates a client that has this client's IP address but sends only the bearer token. */
  bearer(token: string): Client {
    const client = new Client(this.address);
    client.token = token;
    return client;
  }
}

let members = 0;

export interface TestMember {
  client: Client;
  id: number;
  email: string;
  password: string;
  user: SignedInUser;
}

/** Registers a member through the API. `role` is granted for a year, without Stripe. */
export async function newMember(
  options: { role?: 'free' | 'basic' | 'premium'; ref?: string; email?: string; address?: string; workerEnv?: Env } = {},
): Promise<TestMember> {
  members += 1;
  const client = new Client(options.address);
  if (options.workerEnv) client.workerEnv = options.workerEnv;
  const email = options.email ?? `member${members}@example.test`;
  const password = 'pass-word-1';
  const answer = await client.post<SignedInUser>('/api/register', {
    email,
    password,
    confirmPassword: password,
    username: `member${members}`,
    firstName: 'Mem',
    lastName: `Ber ${members}`,
    acceptedTerms: true,
    ...(options.ref && { ref: options.ref }),
  });
  if (answer.status !== 201) throw new Error(`Registration failed: ${JSON.stringify(answer.body)}`);
  if (options.role) await grantTier(answer.body.id, options.role);
  return { client, id: answer.body.id, email, password, user: answer.body };
}

/** Makes a member Basic or Premium for a year, as a grant by an administrator would. */
export async function grantTier(userId: number, role: 'free' | 'basic' | 'premium'): Promise<void> {
  if (role === 'free') return;
  const now = Math.floor(Date.now() / 1000);
  const until = now + 365 * 86_400;
  await env.DB.batch([
    env.DB.prepare('UPDATE users SET role = ?2, membership_expires_at = ?3, auto_renew = 0 WHERE id = ?1').bind(userId, role, until),
    env.DB.prepare(
      `INSERT INTO membership_periods (user_id, tier, starts_at, ends_at, source, cause, created_at) VALUES (?1, ?2, ?3, ?4, 'grant', 'grant:test:' || ?5, ?3)`,
    ).bind(userId, role, now, until, `${userId}:${role}`),
  ]);
}

let cards = 0;

export interface TestCard {
  id: number;
  cardId: string;
  code: string;
}

/** Inserts a card; it has no owner unless `owner` is given. */
export async function newCard(
  options: { owner?: number; status?: string; paid?: boolean; isTest?: boolean; placed?: boolean; cardId?: string } = {},
): Promise<TestCard> {
  cards += 1;
  const cardId = options.cardId ?? `TC-${String(1_000_000 + cards)}`;
  const code = `CODE${String(cards).padStart(4, '0')}`.replace('O', '0');
  const now = Math.floor(Date.now() / 1000);
  const row = await env.DB.prepare(
    `INSERT INTO cache_cards (card_id, code, user_id, status, is_test, available_at, placement_at, location, description, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'Old mill', 'Behind the third stone', ?) RETURNING id`,
  )
    .bind(
      cardId,
      code,
      options.owner ?? null,
      options.status ?? 'active',
      options.isTest ? 1 : 0,
      options.paid === false ? null : now,
      options.placed ? now : null,
      now,
    )
    .first<{ id: number }>();
  return { id: row?.id ?? 0, cardId, code };
}

export async function balanceOf(userId: number): Promise<number> {
  const row = await env.DB.prepare('SELECT token_balance AS balance FROM users WHERE id = ?').bind(userId).first<{ balance: number }>();
  return row?.balance ?? -1;
}

/** Returns the first row of a query, for example to check what a call stored. */
export async function row<Row = Record<string, unknown>>(sql: string, ...values: (string | number | null)[]): Promise<Row | null> {
  return env.DB.prepare(sql)
    .bind(...values)
    .first<Row>();
}

/** Runs one SQL statement to set up a state that no API call can produce. */
export async function change(sql: string, ...values: (string | number | null)[]): Promise<void> {
  await env.DB.prepare(sql)
    .bind(...values)
    .run();
}

/** Queries by table name that exclude the records of administrators' rejected calls. */
const refusalNotes: Record<string, string> = {
  audit_log: `SELECT * FROM audit_log WHERE action <> 'admin.refused'`,
  rate_counters: `SELECT * FROM rate_counters WHERE key NOT LIKE 'admin-refused:%'`,
};

interface TableColumns {
  name: string;
  columns: string[];
}

/** Table and column names, cached across test files because all of them run the same migrations. */
let tables: TableColumns[] | undefined;

async function readTables(): Promise<TableColumns[]> {
  const { results } = await env.DB.prepare(
    `SELECT m.name, json_group_array(c.name) AS columns FROM sqlite_master m JOIN pragma_table_info(m.name) c
     WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE '_cf_%' AND m.name NOT LIKE 'd1_%'
     GROUP BY m.name ORDER BY m.rowid`,
  ).all<{ name: string; columns: string }>();
  return results.map(({ name, columns }) => ({ name, columns: JSON.parse(columns) as string[] }));
}

/** D1's maximum number of arguments per SQL function. */
const argumentsAtMost = 30;

/** Returns an SQL expression that yields all rows of a table as a JSON array of value arrays. */
function rowsOf({ name, columns }: TableColumns): string {
  const parts = Array.from(
    { length: Math.ceil(columns.length / argumentsAtMost) },
    (_, part) =>
      `json_array(${columns
        .slice(part * argumentsAtMost, (part + 1) * argumentsAtMost)
        .map((column) => `"${column}"`)
        .join(', ')})`,
  );
  return `(SELECT json_group_array(json_array(${parts.join(', ')})) FROM (${refusalNotes[name] ?? `SELECT * FROM ${name}`})) AS ${name}`;
}

/** Returns every row of every table, except the records of rejected calls, to verify that a rejected call wrote nothing. */
export async function everyRow(options: { except?: string[] } = {}): Promise<Record<string, unknown[]>> {
  tables ??= await readTables();
  const compared = tables.filter(({ name }) => !options.except?.includes(name));
  // Reads all tables in one statement because a separate statement for each table would be as slow as a separate request.
  const texts = await row<Record<string, string>>(`SELECT ${compared.map(rowsOf).join(', ')}`);
  return Object.fromEntries(
    compared.map(({ name, columns }) => {
      const rows = JSON.parse(texts?.[name] ?? '[]') as unknown[][][];
      return [name, rows.map((parts) => Object.fromEntries(parts.flat().map((value, index) => [columns[index], value])))];
    }),
  );
}

/** Asserts an error in the standard format and returns its body. */
export function expectError(answer: Answer<unknown>, status: number, code?: string, asked = ''): ErrorBody {
  expect(answer.status, `${asked} ${JSON.stringify(answer.body)}`).toBe(status);
  const body = v.parse(v.strictObject(ErrorBody.entries), answer.body);
  expect(body.message).not.toBe('');
  expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.get('X-Request-Id')).toBe(body.requestId);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  if (code !== undefined) expect(body.code, asked).toBe(code);
  return body;
}

/** Sets the clock so that no rate-limit window ends during a test. `vi.useRealTimers()` undoes it. */
export function setClock(instant: string): void {
  vi.setSystemTime(new Date(instant));
}

export function advanceClock(seconds: number): void {
  vi.setSystemTime(new Date(Date.now() + seconds * 1_000));
}

/** Returns the link token in the email with this Message-ID, derived in the same way as during delivery. */
export async function tokenInMail(messageId: string): Promise<string> {
  const { linkSigningKey } = await readConfig(env as unknown as Env);
  return linkToken(linkSigningKey, messageId);
}

/** Signs members in again whose sessions may have expired because time has passed. */
export async function signInAgain(...members: TestMember[]): Promise<void> {
  for (const { client, email, password } of members) expect((await client.post('/api/login', { email, password })).status).toBe(200);
}
