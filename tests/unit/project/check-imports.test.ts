import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findViolations, readSources } from '#scripts/check-imports.ts';

const breachesOf = (path: string, text: string) => findViolations([{ path, text }]);

describe('import rules', () => {
  test.each([
    ['worker/domain/scans/scan.ts', `import { tokensPerScan } from '#schema/rules.ts';`],
    ['worker/domain/scans/scan.ts', `import type { Result } from './result.ts';`],
    ['worker/store/cards/cards.ts', `import { cacheCards } from '#schema/tables/cards.ts';`],
    ['worker/routes/scans/scans.ts', `import { decideScan } from '#worker/domain/scans/scan.ts';\nimport { Hono } from 'hono';`],
    ['web/pages/cards/CardsPage.tsx', `import { useCards } from './api.ts';\nimport { Tabs } from '#web/ui/Tabs.tsx';`],
    [
      'web/features/cards/Card.tsx',
      `import { useUser } from '#web/features/accounts/session/session.ts';\nimport { useQuery } from '#web/lib/api/query.ts';`,
    ],
    ['web/pages/cards/CardsPage.tsx', `import { CardTable } from '#web/features/cards/CardTable.tsx';`],
    ['web/pages/admin/pages.ts', `import('#web/pages/admin/login/LoginPage.tsx');`],
    ['web/frame/Layout.tsx', `import { useUser } from '#web/features/accounts/session/session.ts';`],
    ['web/app.tsx', `const page = lazy(() => import('#web/pages/cards/CardsPage.tsx'));`],
    ['tests/worker/scan.test.ts', `import { users } from '#schema/tables/members.ts';`],
    ['worker/mails/html-frame.ts', `import { html } from 'hono/html';`],
    ['worker/domain/quoting.ts', `// import { Hono } from 'hono';\n/* import x from '#web/lib/paths.ts' */`],
  ])('%s may import these modules', (path, text) => {
    expect(breachesOf(path, text)).toEqual([]);
  });

  test.each([
    ['a domain file with Hono', 'worker/domain/scans/scan.ts', `import { Hono } from 'hono';`, 'may not use hono'],
    [
      'a domain file with tables',
      'worker/domain/scans/scan.ts',
      `import { users } from '#schema/tables/members.ts';`,
      'may not import schema/tables',
    ],
    [
      'a store that knows routes',
      'worker/store/cards/cards.ts',
      `import { x } from '#worker/routes/cards/cards.ts';`,
      'may not import worker/routes/cards/cards.ts',
    ],
    [
      'a route with SQL tables',
      'worker/routes/scans/scans.ts',
      `import { users } from '#schema/tables/members.ts';`,
      'may not import schema/tables',
    ],
    ['a job with drizzle', 'worker/jobs/purge.ts', `import { sql } from 'drizzle-orm';`, 'may not use drizzle-orm'],
    ['middleware with a job', 'worker/middleware/context.ts', `import { x } from '#worker/jobs/purge.ts';`, 'may not import worker/jobs'],
    [
      'printing with a route',
      'worker/flows/printing/outage.ts',
      `import { x } from '#worker/routes/printing/print.ts';`,
      'may not import worker/routes',
    ],
    ['travel with a job', 'worker/flows/stays/travel-deps.ts', `import { x } from '#worker/jobs/purge.ts';`, 'may not import worker/jobs'],
    [
      'a mail with a route',
      'worker/mails/cards/cards.ts',
      `import { x } from '#worker/routes/cards/cards.ts';`,
      'may not import worker/routes',
    ],
    ['a mail with Hono', 'worker/mails/compose.ts', `import { Hono } from 'hono';`, 'may not use hono'],
    ['the Worker with the site', 'worker/app.ts', `import { paths } from '#web/lib/paths.ts';`, 'may not import web/lib/paths.ts'],
    [
      'the site with the Worker',
      'web/lib/api/client.ts',
      `import { ApiError } from '#worker/errors.ts';`,
      'may not import worker/errors.ts',
    ],
    ['the site with tables', 'web/lib/api/client.ts', `import { users } from '#schema/tables/members.ts';`, 'may not import schema/tables'],
    ['schema with the Worker', 'schema/cards/card.ts', `import type { Env } from '#worker/env.ts';`, 'may not import worker/env.ts'],
    ['schema with React', 'schema/cards/card.ts', `import { createRoot } from 'react-dom/client';`, 'may not use react-dom'],
    ['schema with a package of Hono’s', 'schema/cards/card.ts', `import { x } from '@hono/valibot-validator';`, 'may not use @hono'],
    ['the Worker with its tests', 'worker/routes/scans/scans.ts', `import { env } from 'cloudflare:test';`, 'a development dependency'],
    ['the site with a test runner', 'web/ui/Tabs.tsx', `import { test } from 'vitest';`, 'a development dependency'],
    ['tables with Hono', 'schema/tables/cards.ts', `import { Hono } from 'hono';`, 'may not use hono'],
    ['the interface with a feature', 'web/ui/Tabs.tsx', `import { x } from '#web/features/cards/api.ts';`, 'may not import web/features'],
    ['the interface with the schema', 'web/ui/Tabs.tsx', `import { x } from '#schema/rules.ts';`, 'may not import schema/rules.ts'],
    ['the interface with the API', 'web/ui/Tabs.tsx', `import { x } from '#web/lib/api/client.ts';`, 'may not import web/lib/api'],
    ['a library with the interface', 'web/lib/format.ts', `import { x } from '#web/ui/Tabs.tsx';`, 'may not import web/ui'],
    ['a library with a feature', 'web/lib/format.ts', `import { x } from '#web/features/cards/api.ts';`, 'may not import web/features'],
    [
      'a feature with a later one',
      'web/features/cards/Card.tsx',
      `import { x } from '#web/features/claims/api.ts';`,
      'cards comes before claims',
    ],
    [
      'a feature missing from the order',
      'web/features/maps/Map.tsx',
      `import { x } from '#web/features/cards/api.ts';`,
      'the feature maps is missing from the order',
    ],
    ['a feature with a page', 'web/features/cards/Card.tsx', `import { x } from '#web/pages/cards/x.ts';`, 'may not import web/pages'],
    ['a feature with the frame', 'web/features/cards/Card.tsx', `import { x } from '#web/frame/guards.tsx';`, 'may not import web/frame'],
    [
      'a page with another',
      'web/pages/cards/CardsPage.tsx',
      `import { x } from '#web/pages/home/Hero.tsx';`,
      'may not import web/pages/home',
    ],
    [
      'a page of administrators with another',
      'web/pages/admin/login/LoginPage.tsx',
      `import { x } from '#web/pages/admin/account/x.ts';`,
      'may not import web/pages/admin/account',
    ],
    ['a page with the frame', 'web/pages/cards/CardsPage.tsx', `import { x } from '#web/app.tsx';`, 'may not import web/app.tsx'],
    ['a lazy import', 'web/lib/api/client.ts', `const x = await import('#worker/errors.ts');`, 'may not import worker/errors.ts'],
    ['a re-export', 'web/lib/api/client.ts', `export { x } from '#worker/errors.ts';`, 'may not import worker/errors.ts'],
  ])('%s is refused', (_what, path, text, reason) => {
    const breaches = breachesOf(path, text);
    expect(breaches).toHaveLength(1);
    expect(breaches[0]).toContain(reason);
  });

  test.each([
    ['a route', 'worker/routes/scans/scans.ts', `const found = await c.env.DB.prepare('SELECT 1').all();`],
    ['a job', 'worker/jobs/purge.ts', `await db.batch([statement]);`],
    ['the app', 'worker/app.ts', `env.DB.prepare(sql)`],
  ])('%s contains no SQL', (_what, path, text) => {
    expect(breachesOf(path, `\n${text}`)).toEqual([`${path}:2: SQL is only allowed in worker/store`]);
    expect(breachesOf('worker/store/cards/cards.ts', text)).toEqual([]);
    expect(breachesOf(path, `// ${text}`)).toEqual([]);
  });

  test('only tests import from scripts/lab', () => {
    const text = `import { measure } from '#scripts/lab/bench/measure.ts';`;
    for (const path of ['scripts/start.mjs', 'scripts/setup/fakes.mjs', 'scripts/labels.ts'])
      expect(breachesOf(path, text)).toEqual([`${path}:1: only tests may import scripts/lab/`]);
    for (const own of [`await import('./lab/simulate.ts');`, `import './lab/simulate.ts';`, `export { x } from './lab/simulate.ts';`])
      expect(breachesOf('scripts/start.mjs', own)).toHaveLength(1);
    for (const [path, room] of [
      ['schema/rules.ts', 'schema/'],
      ['worker/app.ts', 'worker/'],
      ['web/app.tsx', 'web/'],
    ] as const)
      expect(breachesOf(path, text)).toEqual([`${path}:1: ${room} may not import scripts/lab/bench/measure.ts`]);
    for (const path of ['scripts/lab/bench.ts', 'tests/unit/reviews/simulate.test.ts']) expect(breachesOf(path, text)).toEqual([]);
  });

  test('types of a development package may be imported', () => {
    expect(breachesOf('web/prerender/document.ts', `import type { Manifest } from 'vite';`)).toEqual([]);
  });

  test('a pure decision has no clock', () => {
    const why = 'worker/domain/ has no clock: `now` is a parameter';
    expect(breachesOf('worker/domain/scans/scan.ts', 'const now = Date.now();')).toEqual([`worker/domain/scans/scan.ts:1: ${why}`]);
    expect(breachesOf('worker/domain/scans/scan.ts', 'const at = new Date();')).toEqual([`worker/domain/scans/scan.ts:1: ${why}`]);
    expect(breachesOf('worker/domain/time.ts', 'new Date(seconds * 1_000).toISOString()')).toEqual([]);
  });

  test('lint refuses barrels and relative imports from another folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lint-'));
    const planted = {
      'climb.ts': `import '../result.ts';\n`,
      'barrel.ts': `export { ok } from '#worker/domain/result.ts';\n`,
      'barrel-of-all.ts': `export * from '#worker/domain/result.ts';\n`,
      'neighbor.ts': `import './orders/refund-lines.ts';\n`,
    };
    copyFileSync('biome.json', join(folder, 'biome.json'));
    for (const [name, text] of Object.entries(planted)) writeFileSync(join(folder, name), text);
    const { stdout } = spawnSync(resolve('node_modules/.bin/biome'), ['lint', '--vcs-enabled=false', '--reporter=github'], {
      cwd: folder,
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    const found = Array.from(stdout.matchAll(/title=lint\/\w+\/(\w+),file=([^,]+)/g), ([, rule, file]) => `${file}: ${rule}`);
    expect(found.sort()).toEqual(['barrel-of-all.ts: noBarrelFile', 'barrel.ts: noBarrelFile', 'climb.ts: noRestrictedImports']);
  });

  test('a violation has its line number, also when the import spans several', () => {
    const text = `import {\n  a,\n  b,\n} from '#schema/rules.ts';\n\nimport {\n  c,\n} from '#web/lib/paths.ts';\n`;
    expect(breachesOf('worker/app.ts', text)).toEqual(['worker/app.ts:8: worker/ may not import web/lib/paths.ts']);
  });

  test('import cycles are refused, each once', () => {
    const files = [
      { path: 'web/lib/a.ts', text: `import { b } from '#web/lib/b.ts';` },
      { path: 'web/lib/b.ts', text: `import type { C } from './c.ts';` },
      { path: 'web/lib/c.ts', text: `const a = () => import('#web/lib/a.ts');` },
      { path: 'web/lib/d.ts', text: `import { a } from '#web/lib/a.ts';` },
    ];
    expect(findViolations(files)).toEqual(['web/lib/a.ts:1: import cycle: web/lib/a.ts -> web/lib/b.ts -> web/lib/c.ts -> web/lib/a.ts']);
  });

  test('files without a subject are refused', () => {
    expect(breachesOf('web/lib/utils.ts', '')[0]).toContain('"utils"');
    expect(breachesOf('worker/helpers/date.ts', '')[0]).toContain('"helpers"');
    expect(breachesOf('web/lib/date-utils.ts', '')[0]).toContain('"date-utils"');
    expect(breachesOf('web/lib/dateHelper.ts', '')[0]).toContain('"dateHelper"');
    expect(breachesOf('schema/common-password.ts', '')).toEqual([]);
  });

  test('this repository follows its own rules', () => {
    expect(findViolations(readSources())).toEqual([]);
  });
});
