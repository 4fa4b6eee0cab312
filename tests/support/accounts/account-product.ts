/** Runs the product's account routes and emails in this process. Uses the real SQL statements on a local database. */

import { Hono } from 'hono';
import { requestBodyLimitBytes } from '#schema/rules.ts';
import { travelerEnteredMail } from '#worker/domain/messages/mail.ts';
import type { PersonHashes } from '#worker/domain/stays/person.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { wholeBody } from '#worker/middleware/json-body.ts';
import { chooseReadConsistency } from '#worker/middleware/read-consistency.ts';
import { accountRoutes } from '#worker/routes/accounts/account.ts';
import { mailLinkRoutes } from '#worker/routes/accounts/mail-links.ts';
import { passkeySignInRoutes } from '#worker/routes/accounts/sign-in/passkey-sign-in.ts';
import { passkeyRoutes } from '#worker/routes/accounts/sign-in/passkeys.ts';
import { passwordResetRoutes } from '#worker/routes/accounts/sign-in/password-reset.ts';
import { sessionRoutes } from '#worker/routes/accounts/sign-in/sessions.ts';
import { signInRoutes } from '#worker/routes/accounts/sign-in/sign-in.ts';
import { socialSignInRoutes } from '#worker/routes/accounts/sign-in/social-sign-in.ts';
import { payoutAddressRoutes } from '#worker/routes/payouts/payout-address.ts';
import { linkToken, newLinkedMail } from '#worker/security/link.ts';
import { RequestDatabase } from '#worker/store/request-database.ts';
import { createStore } from '#worker/store/store.ts';

const config = await readConfig({
  ENVIRONMENT: 'development',
  PUBLIC_ORIGIN: 'https://cards.test',
  USER_TOKEN_KEY: 'history-user-token-key-0123456789abcdef',
  ADMIN_TOKEN_KEY: 'history-admin-token-key-0123456789abcdef',
  LINK_SIGNING_KEY: 'history-link-signing-key-0123456789abcdef',
  ADDRESS_HASH_KEY: 'history-address-hash-key-0123456789abcdef',
  STRIPE_SECRET_KEY: 'sk_test_histories',
  STRIPE_WEBHOOK_SECRET: 'whsec_histories',
  LOCAL_SIGN_IN_BASE: 'https://sign-in.test',
} as Env);

export type Jar = Map<string, string>;

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** A person's identity at a sign-in provider. `person` distinguishes two people who use the same email. */
export interface AtProvider {
  person: string;
  provider: 'google' | 'facebook';
  email: string;
  isVouchedFor: boolean;
}

export interface Mailed {
  template: string;
  /** Email address that the email was sent to. */
  mailbox: string;
  userId: number;
  messageId: string;
}

export interface AccountRow {
  id: number;
  email: string;
  isVerified: 0 | 1;
}

export class AccountProduct {
  now = Date.UTC(2027, 0, 15) / 1_000;
  readonly #db: D1Database;
  readonly #api: Hono<AppEnv>;
  #requests = 0;

  constructor(db: D1Database) {
    this.#db = db;
    const sessions = new Map<string, string>();
    const kv = {
      get: async (key: string) => sessions.get(key) ?? null,
      put: async (key: string, value: string) => void sessions.set(key, value),
      delete: async (key: string) => void sessions.delete(key),
    };
    this.#api = new Hono<AppEnv>()
      .use(wholeBody(requestBodyLimitBytes))
      .use(async (c, next) => {
        this.#requests += 1;
        const address = `address-${this.#requests}`;
        c.set('config', config);
        c.set('now', this.now);
        c.set('requestId', address);
        const database = new RequestDatabase(db, chooseReadConsistency(c));
        c.set('database', database);
        c.set('store', createStore({ DB: database, SESSIONS: kv as unknown as KVNamespace }));
        // Uses a different network each time because rate limits are not tested here.
        c.set('addressHash', async () => address);
        await next();
      })
      .route('/api', signInRoutes)
      .route('/api', socialSignInRoutes)
      .route('/api', accountRoutes)
      .route('/api', mailLinkRoutes)
      .route('/api', passwordResetRoutes)
      .route('/api', payoutAddressRoutes)
      .route('/api/login/passkey', passkeySignInRoutes)
      .route('/api/passkeys', passkeyRoutes)
      .route('/api/sessions', sessionRoutes);
    this.#api.onError((error, c) => {
      if (!(error instanceof ApiError)) throw error;
      return c.json({ code: error.reason, message: error.message }, error.status);
    });
  }

  /** Names the traveler of an account's only stay, as the stay's route does. Returns false if the traveler can no longer be changed. */
  async enterTraveler(account: { id: number; email: string }, traveler: string): Promise<boolean> {
    const [found] = await this.#db.batch<{ certificateId: number; version: number }>([
      this.#db.prepare('SELECT certificate_id AS "certificateId", version FROM stays WHERE user_id = ?').bind(account.id),
    ]);
    const [stay] = found?.results ?? [];
    if (!stay) return false;
    const mail = travelerEnteredMail(
      await newLinkedMail(config.linkSigningKey, config.publicOrigin),
      { ...account, firstName: null },
      'VC-STAY',
    );
    const personHashes: PersonHashes = { own: [traveler], parts: [] };
    const change = { ...stay, traveler, personHashes, by: null, notice: { userId: account.id, mail } };
    return createStore({ DB: this.#db, SESSIONS: {} as KVNamespace }).stays.changeTraveler(change, this.now);
  }

  async call(method: string, path: string, body: Record<string, unknown>, jar: Jar = new Map()): Promise<Answer> {
    const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const backgroundWork: Promise<unknown>[] = [];
    const response = await this.#api.request(
      `https://cards.test/api${path}`,
      { method, headers: { 'Content-Type': 'application/json', ...(Cookie && { Cookie }) }, body: JSON.stringify(body) },
      {},
      { waitUntil: (promise) => void backgroundWork.push(promise), passThroughOnException: () => {}, props: {} },
    );
    await Promise.all(backgroundWork);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  /**
   * Returns a provider's sign-in token issued at the current time (see trusted-identities.ts). Firebase assigns one uid per email,
   * regardless of the person who signs in with it.
   */
  identityToken({ person, provider, email, isVouchedFor }: AtProvider): string {
    const identities = { [`${provider}.com`]: [`${provider}:${person}:${email}`] };
    return JSON.stringify({
      ...{ sub: `uid:${email}`, iat: this.now, auth_time: this.now, email, email_verified: isVouchedFor, name: person },
      firebase: { sign_in_provider: `${provider}.com`, identities },
    });
  }

  /** Returns all emails sent so far, oldest first. */
  async mails(): Promise<Mailed[]> {
    return this.#rows<Mailed>(
      'SELECT template, to_address AS "mailbox", user_id AS "userId", message_id AS "messageId" FROM outbox ORDER BY id',
    );
  }

  /** Returns the token in an email's link. */
  readToken(mail: Mailed): Promise<string> {
    return linkToken(config.linkSigningKey, mail.messageId);
  }

  async accounts(): Promise<AccountRow[]> {
    return this.#rows<AccountRow>('SELECT id, email, email_verified_at IS NOT NULL AS "isVerified" FROM users ORDER BY id');
  }

  /** Returns the hashed session id and the user id of each valid session. */
  async sessions(): Promise<{ hash: string; userId: number }[]> {
    return this.#rows(`SELECT id_hash AS "hash", user_id AS "userId" FROM sessions WHERE revoked_at IS NULL AND expires_at > ?1`, this.now);
  }

  async #rows<Row>(sql: string, ...values: (string | number)[]): Promise<Row[]> {
    const [found] = await this.#db.batch<Row>([this.#db.prepare(sql).bind(...values)]);
    return found?.results ?? [];
  }
}
