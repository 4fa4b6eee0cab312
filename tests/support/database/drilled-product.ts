/**
 * Runs the deployed Worker in its own workerd process, with its state on disk. A test can stop, restore and restart the Worker while the
 * fake providers keep running, as the real ones would.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { D1Database } from '@cloudflare/workers-types';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { localDatabaseId } from '#scripts/setup/database-file.ts';
import { findFreePort } from '#scripts/setup/local.mjs';
import { ownNode, runOrFail } from '#scripts/setup/run.mjs';
import { bundleWorker, compatibilityDate, listModules, workerBundle } from '#scripts/setup/worker-bundle.mjs';
import { siteFiles } from '#scripts/site/name-fonts.ts';
import { createStripe, setUpStripe } from '#scripts/stripe-setup.ts';
import { createDemoState } from '#tests/support/database/demo-state.ts';
import { exportDatabase } from '#tests/support/database/export-database.ts';
import { type Fake, spawnFake } from '#tests/support/project/spawn-fake.ts';
import { fakeKeys, startStripeFake } from '#tests/support/stripe/stripe-fake.ts';

const firstPort = 8930;
export const opsToken = 'token-of-operations-in-the-drill';

export class DrilledProduct {
  readonly origin: string;
  readonly stripe: Fake;
  readonly mailbox: Fake;
  readonly #folder: string;
  readonly #port: number;
  #running: Miniflare | undefined;

  private constructor(folder: string, port: number, fakes: { stripe: Fake; mailbox: Fake }) {
    this.#folder = folder;
    this.#port = port;
    this.origin = `http://localhost:${port}`;
    this.stripe = fakes.stripe;
    this.mailbox = fakes.mailbox;
  }

  /** Starts the Worker and the fake providers with the demo data. */
  static async open(): Promise<DrilledProduct> {
    const folder = mkdtempSync(join(tmpdir(), 'cache-cards-drill-'));
    const bundled = bundleWorker();
    const [port, mailbox] = await Promise.all([findFreePort(firstPort), spawnFake('mailbox', 'Mailbox', [])]);
    const stripeState = join(folder, 'stripe.json');
    await createDemoState(join(folder, 'state'), stripeState);
    await bundled;
    const stripe = await startStripeFake({ stateFile: stripeState });
    const product = new DrilledProduct(folder, port, { stripe, mailbox });
    await setUpStripe(createStripe(fakeKeys.secretKey, stripe.url), {
      webhookUrl: `${product.origin}/api/stripe/webhook`,
      isOnlyEndpoint: true,
    });
    await product.start();
    return product;
  }

  async start(): Promise<void> {
    this.#running = new Miniflare(
      convertV4MiniflareOptions({
        ...listModules(workerBundle),
        compatibilityDate: compatibilityDate(),
        bindings: this.#variables(),
        d1Databases: { DB: localDatabaseId },
        kvNamespaces: ['SESSIONS'],
        serviceBindings: { ASSETS: ({ url }) => siteFiles.fetch(url) },
        resourcePersistencePath: join(this.#state, 'v3'),
        host: 'localhost',
        port: this.#port,
        cf: false,
        handleStructuredLogs: () => undefined,
      }),
    );
    await this.#running.ready;
  }

  async stop(): Promise<void> {
    await this.#running?.dispose();
    this.#running = undefined;
  }

  /** Dumps the database with `wrangler d1 export`. */
  async backUp(): Promise<void> {
    await this.stop();
    await exportDatabase(this.#state, this.#dump);
    await this.start();
  }

  /** Restores only the database from its dump, using `npm run restore`. */
  async restore(): Promise<void> {
    await this.stop();
    rmSync(join(this.#state, 'v3', 'd1'), { recursive: true });
    await runOrFail('The dump could not be restored.', ownNode, ['scripts/restore.ts', this.#dump, '--to', this.#state]);
    await this.start();
  }

  async db(): Promise<D1Database> {
    return (await this.#live.getD1Database('DB')) as unknown as D1Database;
  }

  async row<Row>(sql: string, ...values: (string | number)[]): Promise<Row | null> {
    return (await this.db())
      .prepare(sql)
      .bind(...values)
      .first<Row>();
  }

  /** Runs one cron job as if triggered at the given time (Unix milliseconds). */
  async fire(cron: string, at = Date.now()): Promise<string> {
    return (await (await this.#live.getWorker()).scheduled({ cron, scheduledTime: new Date(at) })).outcome;
  }

  async close(): Promise<void> {
    await this.stop();
    await Promise.all([this.stripe.stop(), this.mailbox.stop()]);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #live(): Miniflare {
    if (!this.#running) throw new Error('The product is not running');
    return this.#running;
  }

  get #state() {
    return join(this.#folder, 'state');
  }

  get #dump() {
    return join(this.#folder, 'dump.sql');
  }

  #variables() {
    return {
      ENVIRONMENT: 'development',
      PUBLIC_ORIGIN: this.origin,
      USER_TOKEN_KEY: 'drill-user-token-key-0123456789abcdef',
      ADMIN_TOKEN_KEY: 'drill-admin-token-key-0123456789abcdef',
      LINK_SIGNING_KEY: 'drill-link-signing-key-0123456789abcdef',
      ADDRESS_HASH_KEY: 'drill-address-hash-key-0123456789abcdef',
      STRIPE_SECRET_KEY: fakeKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: fakeKeys.webhookSecret,
      STRIPE_API_BASE: this.stripe.url,
      MAILBOX_BASE: this.mailbox.url,
      OPS_TOKEN: opsToken,
    };
  }
}
