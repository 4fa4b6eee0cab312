import { describe, expect, test } from 'vitest';
import { findBreaches, readSources } from '#scripts/check-imports.ts';

const breachesOf = (path: string, text: string) => findBreaches([{ path, text }]);

describe('import rules', () => {
  test.each([
    ['worker/domain/scan.ts', `import { tokensPerScan } from '#schema/rules.ts';`],
    ['worker/domain/scan.ts', `import type { Result } from './result.ts';`],
    ['worker/store/cards.ts', `import { cacheCards } from '#schema/tables/cards.ts';`],
    ['worker/routes/scans.ts', `import { decideScan } from '#worker/domain/scan.ts';\nimport { Hono } from 'hono';`],
    ['web/features/cards/CardsPage.tsx', `import { useCards } from './api.ts';\nimport { Tabs } from '#web/components/Tabs.tsx';`],
    ['web/app.tsx', `const page = lazy(() => import('#web/features/cards/CardsPage.tsx'));`],
    ['tests/worker/scan.test.ts', `import { users } from '#schema/tables/members.ts';`],
    ['worker/domain/quoting.ts', `// import { Hono } from 'hono';\n/* import x from '#web/paths.ts' */`],
  ])('%s may import what its room allows', (path, text) => {
    expect(breachesOf(path, text)).toEqual([]);
  });

  test.each([
    ['a domain file with Hono', 'worker/domain/scan.ts', `import { Hono } from 'hono';`, 'does without hono'],
    [
      'a domain file with tables',
      'worker/domain/scan.ts',
      `import { users } from '#schema/tables/members.ts';`,
      'may not import schema/tables',
    ],
    [
      'a store that knows routes',
      'worker/store/cards.ts',
      `import { x } from '../routes/cards.ts';`,
      'may not import worker/routes/cards.ts',
    ],
    [
      'a route with SQL tables',
      'worker/routes/scans.ts',
      `import { users } from '#schema/tables/members.ts';`,
      'may not import schema/tables',
    ],
    ['the Worker with the site', 'worker/app.ts', `import { paths } from '#web/paths.ts';`, 'may not import web/paths.ts'],
    ['the site with the Worker', 'web/lib/api.ts', `import { ApiError } from '#worker/errors.ts';`, 'may not import worker/errors.ts'],
    ['the site with tables', 'web/lib/api.ts', `import { users } from '#schema/tables/members.ts';`, 'may not import schema/tables'],
    ['schema with the Worker', 'schema/card.ts', `import type { Env } from '#worker/env.ts';`, 'may not import worker/env.ts'],
    [
      'a component with a feature',
      'web/components/Tabs.tsx',
      `import { x } from '#web/features/cards/api.ts';`,
      'may not import web/features',
    ],
    ['a feature with another', 'web/features/cards/Page.tsx', `import { x } from '../account/api.ts';`, 'features never import features'],
    ['a lazy import', 'web/lib/api.ts', `const x = await import('#worker/errors.ts');`, 'may not import worker/errors.ts'],
    ['a re-export', 'web/lib/api.ts', `export { x } from '#worker/errors.ts';`, 'may not import worker/errors.ts'],
  ])('%s is refused', (_what, path, text, reason) => {
    const breaches = breachesOf(path, text);
    expect(breaches).toHaveLength(1);
    expect(breaches[0]).toContain(reason);
  });

  test('a breach names its line, also when the import spans several', () => {
    const text = `import {\n  a,\n  b,\n} from '#schema/rules.ts';\n\nimport {\n  c,\n} from '#web/paths.ts';\n`;
    expect(breachesOf('worker/app.ts', text)).toEqual(['worker/app.ts:8: worker/ may not import web/paths.ts']);
  });

  test('barrels and files without a subject are refused', () => {
    expect(breachesOf('web/components/index.ts', '')[0]).toContain('no barrels');
    expect(breachesOf('worker/index.ts', '')).toEqual([]);
    expect(breachesOf('web/lib/utils.ts', '')[0]).toContain('"utils"');
    expect(breachesOf('worker/helpers/date.ts', '')[0]).toContain('"helpers"');
  });

  test('this repository keeps its own rules', () => {
    expect(findBreaches(readSources())).toEqual([]);
  });
});
