/** After all journeys: every product log line has the same format and contains no address, code or token. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { openDatabaseFile } from '#scripts/setup/database-file.ts';
import { root } from '#scripts/setup/run.mjs';
import { getLaneOrigin, laneCount } from '#tests/support/browser/demo.ts';

/** Whether scripts/setup/testing/journeys.mjs runs all journeys; a single one may log nothing. */
export const isWholeRun = process.env.CACHE_CARDS_TEST_ALL === 'yes';
/** Number of log lines that outage.spec.ts provokes by itself. */
const leastLines = 2;

/** Path of a lane's product output, next to a file with the name of its state folder. */
export function readLog(origin: string): string {
  return join(root, 'dist', 'test-reports', `product-${new URL(origin).port}.log`);
}

const addressOrToken = /[\w.+-]+@[\w-]+\.\w{2,}|\beyJ[\w-]{10,}\.|\b(?:sk|rk|whsec)_\w{6,}|_secret_\w{6,}|[?&][\w-]+=/;

/** A lane's product log so far, by line. */
export function readLogLines(origin: string): string[] {
  // Wrangler logs requests and its own messages; each line of the Worker is one JSON object.
  return readFileSync(readLog(origin), 'utf8').match(/\{"level".*\}/g) ?? [];
}

/** All other output: of wrangler, of `npm start`, and errors that the Worker threw outside its log. The demo accounts are not secret. */
export function listOtherLines(output: string): string[] {
  return stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => !/\{"level".*\}/.test(line))
    .map((line) => line.replaceAll(/\w+@demo\.test/g, '[demo]'));
}

/** Lines with an address, a token, a query string, or one of these codes, in any format. */
export function findRevealingLines(lines: string[], codes: ReadonlySet<string>): string[] {
  return lines.filter((line) => addressOrToken.test(line) || splitWords(line).some((word) => codes.has(word)));
}

/** Lines in another format, or with an address, a token, a query string, or one of these codes of cards and members. */
export function dirtyLines(lines: string[], codes: ReadonlySet<string>): string[] {
  return [...lines.filter((line) => !hasUniformShape(line)), ...findRevealingLines(lines.filter(hasUniformShape), codes)];
}

/** Playwright's global teardown: the products are still running. */
export default function reportLogs(): void {
  const lanes = Array.from({ length: laneCount }, (_, lane) => getLaneOrigin(lane));
  const count = lanes.reduce((sum, origin) => sum + readLogLines(origin).length, 0);
  const others = lanes.map((origin) => listOtherLines(readFileSync(readLog(origin), 'utf8')));
  const wrongLanes = lanes.flatMap((origin, lane) => [
    ...dirtyLines(readLogLines(origin), findCodesInLog(origin)),
    ...findRevealingLines(others[lane] ?? [], findCodesInLog(origin)),
  ]);
  console.log(`Logs: ${count} lines of the Worker, ${others.flat().length} others, ${wrongLanes.length} with what does not belong there`);
  // Some journeys make the Worker log. If all ran and none did, the check read nothing.
  if (isWholeRun && count < leastLines) throw new Error('The journeys logged too little: is their output captured?');
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

/** Card codes and referral codes. */
export function findCodesInLog(origin: string): Set<string> {
  const db = openDatabaseFile(readFileSync(`${readLog(origin)}.state`, 'utf8'));
  try {
    const rows = db.prepare('SELECT code FROM cache_cards UNION SELECT referral_code FROM users').all() as { code: string | null }[];
    return new Set(rows.flatMap(({ code }) => code ?? []));
  } finally {
    db.close();
  }
}
