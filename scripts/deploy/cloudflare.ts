import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { SiteConfig } from '#scripts/deploy/site-config.ts';
import { root, run } from '#scripts/setup/run.mjs';
import { Problem } from '#scripts/setup/steps.mjs';

export interface WranglerOutput {
  code: number;
  output: string;
  stdout: string;
}

interface NamedResource {
  id: string;
  name: string;
}

const Databases = v.array(v.object({ uuid: v.string(), name: v.string() }));
const DatabaseInfo = v.object({ running_in_region: v.optional(v.string()) });
const Namespaces = v.array(v.object({ id: v.string(), title: v.string() }));
const Secrets = v.array(v.object({ name: v.string() }));
const Accounts = v.object({ accounts: v.array(v.object({ id: v.string() })) });
const Bookmark = v.object({ bookmark: v.string() });

export type RunWrangler = (args: string[], options: { output: 'captured' } | { asksQuestions: true }) => Promise<WranglerOutput>;

export class Cloudflare {
  readonly #run: RunWrangler;

  constructor(runWrangler: RunWrangler = (args, options) => run('wrangler', args, options)) {
    this.#run = runWrangler;
  }

  async isLoggedIn(): Promise<boolean> {
    const { code } = await this.#run(['whoami', '--json'], { output: 'captured' });
    return code === 0;
  }

  async databases(): Promise<NamedResource[]> {
    const all = await this.#json(Databases, 'The databases could not be listed', ['d1', 'list', '--json']);
    return all.map(({ uuid, name }) => ({ id: uuid, name }));
  }

  /** Creates a database. Afterward, read its id from `databases` because this command has no JSON output. */
  async createDatabase(name: string, location: string): Promise<void> {
    await this.#done('The database could not be created', ['d1', 'create', name, '--location', location]);
  }

  /** Returns the database's location as a value for `--location`, or undefined if Cloudflare does not report it. */
  async findLocation(database: string): Promise<string | undefined> {
    const info = await this.#json(DatabaseInfo, 'The database could not be read', ['d1', 'info', database, '--json']);
    return info.running_in_region?.toLowerCase();
  }

  async namespaces(): Promise<NamedResource[]> {
    const all = await this.#json(Namespaces, 'The KV namespaces could not be listed', ['kv', 'namespace', 'list']);
    return all.map(({ id, title }) => ({ id, name: title }));
  }

  async createNamespace(name: string): Promise<void> {
    await this.#done('The KV namespace could not be created', ['kv', 'namespace', 'create', name]);
  }

  async hasQueue(name: string): Promise<boolean> {
    const { code, output } = await this.#run(['queues', 'info', name], { output: 'captured' });
    if (code !== 0 && !/does not exist/.test(output))
      throw new Problem('The queue could not be read. See wrangler’s output above.', output);
    return code === 0;
  }

  async createQueue(name: string): Promise<void> {
    await this.#done('The queue could not be created', ['queues', 'create', name]);
  }

  /** Creates an R2 bucket if it does not exist yet. */
  async createBucket(name: string): Promise<void> {
    const { code, output } = await this.#run(['r2', 'bucket', 'create', name], { output: 'captured' });
    if (code !== 0 && !/already exists, and you own it/.test(output))
      throw new Problem('The R2 bucket could not be created. See wrangler’s output above.', output);
  }

  async uploadObject(bucket: string, key: string, file: string): Promise<void> {
    await this.#done('The file could not be uploaded', ['r2', 'object', 'put', `${bucket}/${key}`, '--file', file, '--remote']);
  }

  /** Returns the account's id, or undefined if the login has several accounts. */
  async findAccountId(): Promise<string | undefined> {
    const { accounts } = await this.#json(Accounts, 'The account could not be read', ['whoami', '--json']);
    return accounts.length === 1 ? accounts[0]?.id : undefined;
  }

  async deployedSecrets({ worker }: SiteConfig): Promise<string[]> {
    const args = ['secret', 'list', '--name', worker, '--format', 'json', '--env='];
    const { code, output, stdout } = await this.#run(args, { output: 'captured' });
    if (code !== 0 && /Worker ".+" not found/.test(output)) return [];
    return this.#read(Secrets, 'The deployed secrets could not be listed', { code, output, stdout }).map(({ name }) => name);
  }

  async bookmark({ envFlag }: SiteConfig): Promise<string> {
    const args = ['d1', 'time-travel', 'info', 'DB', '--json', envFlag];
    return (await this.#json(Bookmark, 'The database bookmark could not be read, so nothing was changed', args)).bookmark;
  }

  async migrate({ envFlag }: SiteConfig): Promise<void> {
    await this.#shown('The migration failed', ['d1', 'migrations', 'apply', 'DB', '--remote', envFlag]);
  }

  /** Uploads the Worker, the pages and the given secrets. Other deployed secrets are unchanged. */
  async deploy({ envFlag }: SiteConfig, secrets: Record<string, string>): Promise<void> {
    const folder = join(root, '.wrangler', 'tmp');
    const file = join(folder, `secrets-${process.pid}.json`);
    mkdirSync(folder, { recursive: true });
    // Writes the secrets as JSON because wrangler would expand $NAME in other formats and prefer shell variables to the file.
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
    const secretsOption = Object.keys(secrets).length > 0 ? ['--secrets-file', file] : [];
    try {
      await this.#shown('The deployment failed', ['deploy', ...secretsOption, envFlag]);
    } finally {
      rmSync(file, { force: true });
    }
  }

  async #json<Schema extends v.GenericSchema>(schema: Schema, failure: string, args: string[]): Promise<v.InferOutput<Schema>> {
    return this.#read(schema, failure, await this.#run(args, { output: 'captured' }));
  }

  #read<Schema extends v.GenericSchema>(schema: Schema, failure: string, { code, output, stdout }: WranglerOutput): v.InferOutput<Schema> {
    if (code !== 0) throw new Problem(`${failure}. See wrangler’s output above.`, output);
    const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), stdout);
    if (!result.success) throw new Problem(`${failure}: unexpected output from wrangler.`, output);
    return result.output;
  }

  async #done(failure: string, args: string[]): Promise<void> {
    const { code, output } = await this.#run(args, { output: 'captured' });
    if (code !== 0) throw new Problem(`${failure}. See wrangler’s output above.`, output);
  }

  /** Runs wrangler and streams its output because it may ask for confirmation. */
  async #shown(failure: string, args: string[]): Promise<void> {
    const { code } = await this.#run(args, { asksQuestions: true });
    if (code !== 0) throw new Problem(`${failure}. See wrangler’s output above.`);
  }
}
