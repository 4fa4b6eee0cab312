/**
 * `npm run admin:create -- --email ada@your.domain` creates an administrator in the local database, or with --remote in the deployed one
 * (`--env staging` for another site); --reset sets a new password. Prompts for the password or reads it from ADMIN_PASSWORD, and never
 * prints or sends it.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { isCommonPassword } from '#schema/accounts/guessable-password.ts';
import { hashPassword } from '#scripts/password-hash.ts';
import { administratorSql, failureSentence, passwordResetSql, readAdministrator, readReset } from '#scripts/setup/new-administrator.ts';
import { root, run } from '#scripts/setup/run.mjs';
import { Problem, runMain } from '#scripts/setup/steps.mjs';

await runMain(async () => {
  const options = readArguments();
  const isRemote = options.remote ?? false;
  const placeholder = 'not-the-password';
  const preliminaryTask = readTask(options, placeholder, placeholder);
  if (typeof preliminaryTask === 'string') throw new Problem(preliminaryTask);

  const [password, confirmation] = await readPassword();
  const task = readTask(options, password, confirmation);
  if (typeof task === 'string') throw new Problem(task);
  if (isRemote && isCommonPassword(password)) throw new Problem('This is one of the 10,000 most common passwords. Choose another.');
  const sql = task.sql(await hashPassword(password), Math.floor(Date.now() / 1_000));
  await execute(sql, isRemote ? ['--remote', `--env=${options.env === 'production' ? '' : options.env}`] : localDatabase(options.target));
  console.log(task.done(isRemote ? '' : ' in the local database'));
});

interface Task {
  sql: (passwordHash: string, now: number) => string;
  done: (where: string) => string;
}

/** Validates the command-line options and passwords. Returns the task to run, or an error message. */
function readTask(options: ReturnType<typeof readArguments>, password: string, confirmation: string): Task | string {
  const fields = { email: options.email, firstName: options['first-name'], lastName: options['last-name'], role: options.role };
  if (options.reset) {
    const newReset = readReset(fields, password, confirmation);
    if (typeof newReset === 'string') return newReset;
    return {
      sql: (passwordHash, now) => passwordResetSql(newReset, passwordHash, now),
      done: (where) =>
        `${newReset.email} has a new password${where} and can log in at /admin/login. All sessions and second factors of the account were removed.`,
    };
  }
  const account = readAdministrator(fields, password, confirmation);
  if (typeof account === 'string') return account;
  const name = account.role === 'super_admin' ? 'super administrator' : 'administrator';
  return {
    sql: (passwordHash, now) => administratorSql(account, passwordHash, now),
    done: (where) => `${account.email} is now a ${name}${where} and can log in at /admin/login.`,
  };
}

function readArguments() {
  return parseArgs({
    options: {
      email: { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
      role: { type: 'string' },
      reset: { type: 'boolean' },
      remote: { type: 'boolean' },
      env: { type: 'string', default: '' },
      target: { type: 'string', default: process.env.CACHE_CARDS_STATE },
    },
  }).values;
}

async function readPassword(): Promise<[string, string]> {
  const password = process.env.ADMIN_PASSWORD;
  if (password !== undefined) return [password, password];
  if (!process.stdin.isTTY) throw new Problem('Set ADMIN_PASSWORD, or run this in a terminal to enter the password.');
  return [await promptHidden('Password: '), await promptHidden('Repeat password: ')];
}

async function promptHidden(question: string): Promise<string> {
  process.stdout.write(question);
  const silentOutput = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silentOutput, terminal: true });
  lines.once('SIGINT', () => process.exit(130));
  const answer = await lines.question('');
  lines.close();
  process.stdout.write('\n');
  return answer;
}

function localDatabase(folder = join('.wrangler', 'state')): string[] {
  return ['--local', '--env', 'development', '--persist-to', resolve(folder)];
}

/** Passes the SQL to wrangler in a file because command-line arguments are visible in the process list. */
async function execute(sql: string, where: string[]): Promise<void> {
  const folder = join(root, '.wrangler', 'tmp');
  const file = join(folder, `admin-${process.pid}.sql`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, sql, { mode: 0o600 });
  try {
    const { code, output } = await run('wrangler', ['d1', 'execute', 'DB', ...where, '--yes', '--file', file], { output: 'captured' });
    if (code === 0) return;
    const sentence = failureSentence(output);
    throw sentence ? new Problem(sentence) : new Problem('Nothing was changed. See wrangler’s output above.', output);
  } finally {
    rmSync(file, { force: true });
  }
}
