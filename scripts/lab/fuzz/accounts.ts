/**
 * Random histories of people and their addresses, through the real routes and statements on a real SQLite, against a model:
 * nobody ends with an account whose address they did not prove, and who proves one keeps it. Also on its own:
 * `node scripts/lab/fuzz/accounts.ts`.
 */
import { registerHooks } from 'node:module';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import type { Tally } from '#tests/support/accounts/account-histories.ts';
import { localCopies, randomLag } from '#tests/support/database/local-copies.ts';

/** True where all is as it should be; a failure prints the history that led to it. */
export async function proveAccounts(runs: number, seed: number): Promise<boolean> {
  const since = performance.now();
  const { histories, liveHistory } = await importHistories();
  const withCopies = localCopies();
  const tally: Tally = new Map();
  let steps = 0;
  const details = await fc.check(
    fc.asyncProperty(histories, fc.nat(), async (history, lagSeed) => {
      steps += history.steps.length;
      await withCopies({ lagMs: randomLag(lagSeed) }, ({ db }) => liveHistory(db, history, tally));
    }),
    { numRuns: runs, seed },
  );
  if (details.failed) {
    console.error(`Seed ${seed}: node scripts/lab/fuzz/accounts.ts --seed ${seed} --runs ${runs}\n${fc.defaultReportMessage(details)}`);
    return false;
  }
  const seconds = ((performance.now() - since) / 1_000).toFixed(1);
  const counted = (what: string) => (tally.get(what) ?? 0).toLocaleString('en');
  console.log(
    `${runs.toLocaleString('en')} random histories of accounts, seed ${seed}: ${steps.toLocaleString('en')} steps, ${counted('/confirm-email-change')} moves, ${counted('bring_back')} undone (${seconds} s):`,
  );
  console.log('  nobody ends with an account whose address they did not prove, and who proves one keeps it');
  return true;
}

/** What is slow and no part of the question: hashing passwords, and signatures of providers. */
const replaced: Partial<Record<string, string>> = {
  '#worker/security/password.ts': '#tests/support/accounts/fast-passwords.ts',
  '#worker/security/identity-token.ts': '#tests/support/accounts/believed-identities.ts',
};

function importHistories(): Promise<typeof import('#tests/support/accounts/account-histories.ts')> {
  registerHooks({ resolve: (specifier, context, next) => next(replaced[specifier] ?? specifier, context) });
  return import('#tests/support/accounts/account-histories.ts');
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '20000' }, seed: { type: 'string' } } });
  if (!(await proveAccounts(Number(values.runs), values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed))))
    process.exitCode = 1;
}
