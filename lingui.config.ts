import { defineConfig } from '@lingui/cli';
import babel from '@lingui/cli/api/extractors/babel';
import { formatter } from '@lingui/format-po';
import { languages } from '#schema/languages.ts';
import { workerExtractor } from '#scripts/site/languages/extract-worker-words.ts';
import { schemaExtractor } from '#scripts/site/languages/schema-texts.ts';

/** One catalogue per language in web/languages. The build splits it by page (scripts/site/languages/page-words.ts) and puts
 * the Worker's words into a file (scripts/site/site-lists.ts). */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', ...Object.keys(languages)],
  catalogs: [
    {
      path: 'web/languages/{locale}',
      include: ['web', 'worker/mails', 'worker/pdf', 'worker/routes/scans', 'worker/routes/stays', 'schema/routes.ts'],
    },
  ],
  extractors: [workerExtractor, schemaExtractor, babel],
  format: formatter({ lineNumbers: false }),
  // With Lingui's own runtime, each page would load 3 KB more.
  runtimeConfigModule: { i18n: ['#web/lib/words/words.ts', 'i18n'], Trans: ['#web/lib/words/Trans.tsx', 'Trans'] },
});
