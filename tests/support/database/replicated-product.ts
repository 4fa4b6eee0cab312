/**
 * Runs the whole Worker in this process on a primary and a replica. Used by tests with random histories and by a benchmark of how long
 * calls wait for the database.
 */
import assert from 'node:assert/strict';
import { bookmarkHeader } from '#schema/bookmark.ts';
import { siteFiles } from '#scripts/site/name-fonts.ts';
import { allRows, query } from '#tests/support/database/local-replicas.ts';
import type { Replicas } from '#tests/support/database/replicas.ts';
import { app } from '#worker/app.ts';

interface Place {
  origin: string;
  /** D1 binding used for requests from this location. */
  db: D1Database;
  sessions: Map<string, string>;
}

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  /** Simulated time in milliseconds that the request waited for the database, excluding work after the response. */
  waitedMs: number;
}

/** A simulated browser with cookies. Like the site's pages, it stores the newest database bookmark. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly address: string;
  bookmark = '';

  constructor(address: string) {
    this.address = address;
  }
}

export class ReplicatedProduct {
  readonly replicas: Replicas;
  readonly #origin: string;
  readonly #env: Record<string, unknown>;

  constructor(replicas: Replicas, { origin = 'https://cards.test', db = replicas.db, sessions = new Map() }: Partial<Place> = {}) {
    this.replicas = replicas;
    this.#origin = origin;
    keepNothing();
    this.#env = {
      DB: db,
      SESSIONS: {
        get: async (key: string) => sessions.get(key) ?? null,
        put: async (key: string, value: string) => void sessions.set(key, value),
        delete: async (key: string) => void sessions.delete(key),
      },
      ASSETS: siteFiles,
      ENVIRONMENT: 'development',
      PUBLIC_ORIGIN: origin,
      USER_TOKEN_KEY: 'copied-user-token-key-0123456789abcdef',
      ADMIN_TOKEN_KEY: 'copied-admin-token-key-0123456789abcdef',
      LINK_SIGNING_KEY: 'copied-link-signing-key-0123456789abcdef',
      ADDRESS_HASH_KEY: 'copied-address-hash-key-0123456789abcdef',
      SIGN_UP_LIMITS: 'off',
      STRIPE_SECRET_KEY: 'sk_test_replicas',
      STRIPE_WEBHOOK_SECRET: 'whsec_replicas',
    };
  }

  async call(browser: Browser, method: string, path: string, body?: Record<string, unknown>): Promise<Answer> {
    const headers = new Headers({ 'CF-Connecting-IP': browser.address });
    if (body) headers.set('Content-Type', 'application/json');
    if (browser.cookies.size > 0) headers.set('Cookie', [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    if (browser.bookmark !== '') headers.set(bookmarkHeader, browser.bookmark);
    const since = this.replicas.clockMs;
    const request = new Request(`${this.#origin}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const { response, backgroundWork } = await this.answer(request);
    const waitedMs = this.replicas.clockMs - since;
    await backgroundWork;
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') browser.cookies.delete(name);
      else browser.cookies.set(name, value);
    }
    const bookmark = response.headers.get(bookmarkHeader);
    if (bookmark !== null && bookmark > browser.bookmark) browser.bookmark = bookmark;
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json');
    return { status: response.status, body: isJson ? JSON.parse(text) : { text }, waitedMs };
  }

  /** Returns the Worker's response and a promise for its `waitUntil` background work. */
  async answer(request: Request): Promise<{ response: Response; backgroundWork: Promise<unknown> }> {
    const afterwards: Promise<unknown>[] = [];
    const context = { waitUntil: (work: Promise<unknown>) => void afterwards.push(work), passThroughOnException: () => {}, props: {} };
    const response = await app.fetch(request, this.#env, context);
    return { response, backgroundWork: Promise.all(afterwards) };
  }

  /** Writes directly to the primary, to simulate a change by an administrator. */
  async change(sql: string, ...values: (string | number | null)[]): Promise<void> {
    await query(this.replicas.db, sql, ...values);
  }

  rows<Row>(sql: string, ...values: (string | number | null)[]): Promise<Row[]> {
    return query<Row>(this.replicas.primary, sql, ...values);
  }

  /** Runs `act` and fails if it changes anything in the primary. */
  async expectNoWrites<Result>(act: () => Promise<Result>): Promise<Result> {
    const before = await allRows(this.replicas.primary);
    const result = await act();
    assert.deepEqual(await allRows(this.replicas.primary), before, 'something was written');
    return result;
  }
}

declare global {
  /** The platform's cache storage, which is missing from Node's types. */
  interface CacheStorage {
    readonly default: Cache;
  }
  interface Crypto {
    readonly DigestStream: new (algorithm: string) => WritableStream<Uint8Array> & { readonly digest: Promise<ArrayBuffer> };
  }
}

/** Replaces the platform's cache, which Node lacks, with one that stores nothing, so that each response is built from the database. */
function keepNothing(): void {
  const forgetting = { match: async () => undefined, put: async () => undefined, delete: async () => false };
  Object.assign(globalThis, { caches: { default: forgetting } });
}
