/** After all journeys: what their products have logged is of one shape, and names no address, code or token. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabaseFile } from '#scripts/clock/database-file.ts';
import { root } from '#scripts/setup/run.mjs';
import { laneCount, originOfLane } from '#tests/support/demo.ts';

/** Where the output of a lane's product is kept, and beside it the name of the folder of its state. */
export function logOf(origin: string): string {
  return join(root, 'dist', 'test-reports', `product-${new URL(origin).port}.log`);
}

const addressOrToken = /[\w.+-]+@[\w-]+\.\w{2,}|\beyJ[\w-]{10,}\.|\b(?:sk|rk|whsec)_\w{6,}|_secret_\w{6,}|[?&][\w-]+=/;

/** Playwright's global teardown: the products still run. */
export default function tellWhatWasLogged(): void {
  const wrong: string[] = [];
  let count = 0;
  for (let lane = 0; lane < laneCount; lane += 1) {
    const path = logOf(originOfLane(lane));
    // Wrangler tells of requests and of itself; a line of the Worker's is one JSON object.
    const lines = readFileSync(path, 'utf8').match(/\{"level".*\}/g) ?? [];
    count += lines.length;
    const codes = codesIn(readFileSync(`${path}.state`, 'utf8'));
    wrong.push(
      ...lines.filter((line) => !isOfOneShape(line) || addressOrToken.test(line) || wordsOf(line).some((word) => codes.has(word))),
    );
  }
  console.log(`Logs: ${count} lines of one shape, ${wrong.length} with what does not belong there`);
  if (wrong.length > 0) throw new Error(`Personal, secret or of another shape:\n${[...new Set(wrong)].join('\n')}`);
}

function isOfOneShape(line: string): boolean {
  try {
    const { level, event } = JSON.parse(line) as { level: unknown; event: unknown };
    return (level === 'error' || level === 'warning') && typeof event === 'string' && /^[a-z]+(_[a-z]+)*$/.test(event);
  } catch {
    return false;
  }
}

const wordsOf = (line: string) => line.split(/[^A-Za-z0-9]+/);

/** Of cards, and of members who invite others. */
function codesIn(state: string): Set<string> {
  const db = openDatabaseFile(state);
  try {
    const rows = db.prepare('SELECT code FROM cache_cards UNION SELECT referral_code FROM users').all() as { code: string | null }[];
    return new Set(rows.flatMap(({ code }) => code ?? []));
  } finally {
    db.close();
  }
}
