/** Runs after all browser tests. Every log line of the product must have the same format and contain no address, code or token. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { openDatabaseFile } from '#scripts/setup/database-file.ts';
import { root } from '#scripts/setup/run.mjs';
import { getLaneOrigin, isLongRun, laneCount } from '#tests/support/browser/demo.ts';

/** Whether scripts/setup/testing/journeys.mjs is running all tests. A run of a single test may produce no log lines. */
export const isWholeRun = process.env.CACHE_CARDS_TEST_ALL === 'yes';
/** Minimum number of log lines in a full run of `npm test`. outage.spec.ts, which `npm run test:long` leaves out, produces this many. */
const leastLines = 2;

/**
 * Returns the path of the file that contains the output of one lane's app instance. A file next to it contains the name of the lane's state
 * folder.
 */
export function readLog(origin: string): string {
  return join(root, 'dist', 'test-reports', `product-${new URL(origin).port}.log`);
}

const addressOrToken = /[\w.+-]+@[\w-]+\.\w{2,}|\beyJ[\w-]{10,}\.|\b(?:sk|rk|whsec)_\w{6,}|_secret_\w{6,}|[?&][\w-]+=/;

/** Returns the lines of a lane's product log so far. */
export function readLogLines(origin: string): string[] {
  // Ignores output from wrangler itself. Each line from the Worker is one JSON object.
  return readFileSync(readLog(origin), 'utf8').match(/\{"level".*\}/g) ?? [];
}

/**
 * Returns all output that is not a log line: the output of wrangler and `npm start`, and errors that the Worker threw outside its logger.
 * Masks demo email addresses so that they do not count as personal data.
 */
export function listOtherLines(output: string): string[] {
  return stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => !/\{"level".*\}/.test(line))
    .map((line) => line.replaceAll(/\w+@demo\.test/g, '[demo]'));
}

/** Returns the lines, in any format, that contain an address, a token, a query string, or one of the given codes. */
export function findRevealingLines(lines: string[], codes: ReadonlySet<string>): string[] {
  return lines.filter((line) => addressOrToken.test(line) || splitWords(line).some((word) => codes.has(word)));
}

/**
 * Returns the lines that deviate from the common format, and those that contain an address, a token, a query string, or one of the given
 * card and referral codes.
 */
export function dirtyLines(lines: string[], codes: ReadonlySet<string>): string[] {
  return [...lines.filter((line) => !hasUniformShape(line)), ...findRevealingLines(lines.filter(hasUniformShape), codes)];
}

/** Playwright's global teardown. It runs while the app instances are still up. */
export default function reportLogs(): void {
  const lanes = Array.from({ length: laneCount }, (_, lane) => getLaneOrigin(lane));
  const count = lanes.reduce((sum, origin) => sum + readLogLines(origin).length, 0);
  const others = lanes.map((origin) => listOtherLines(readFileSync(readLog(origin), 'utf8')));
  const wrongLanes = lanes.flatMap((origin, lane) => [
    ...dirtyLines(readLogLines(origin), findCodesInLog(origin)),
    ...findRevealingLines(others[lane] ?? [], findCodesInLog(origin)),
  ]);
  console.log(`Logs: ${count} lines of the Worker, ${others.flat().length} others, ${wrongLanes.length} with what does not belong there`);
  if (isWholeRun && !isLongRun && count < leastLines) throw new Error('The journeys logged too little: is their output captured?');
  if (wrongLanes.length > 0)
    throw new Error(`Log lines with personal data, secrets or another format:\n${[...new Set(wrongLanes)].join('\n')}`);
}

function hasUniformShape(line: string): boolean {
  try {
    const { level, event } = JSON.parse(line) as { level: unknown; event: unknown };
    return (level === 'error' || level === 'warning') && typeof event === 'string' && /^[a-z]+(_[a-z]+)*$/.test(event);
  } catch {
    return false;
  }
}

const splitWords = (line: string) => line.split(/[^A-Za-z0-9]+/);

/** Returns all card codes and referral codes in a lane's database. */
export function findCodesInLog(origin: string): Set<string> {
  const db = openDatabaseFile(readFileSync(`${readLog(origin)}.state`, 'utf8'));
  try {
    const rows = db.prepare('SELECT code FROM cache_cards UNION SELECT referral_code FROM users').all() as { code: string | null }[];
    return new Set(rows.flatMap(({ code }) => code ?? []));
  } finally {
    db.close();
  }
}
