import { PurgeCSS } from 'purgecss';

/** Classes set by a script before the first paint (web/index.html). */
const scriptedClasses = ['maybe-member'];

/**
 * Returns the rules whose tags, classes, ids and attributes all occur in the document. PurgeCSS drops selectors that consist only of
 * several `:is()` or `:where()`; tests/e2e/site/first-paint.spec.ts would detect a missing rule.
 */
export async function criticalCss(css: string, html: string): Promise<string> {
  // Discards text content, which would also match tag and class names.
  const tags = html.match(/<[^>]*>/g)?.join('') ?? '';
  const content = [{ raw: tags, extension: 'html' }];
  const [used] = await new PurgeCSS().purge({ content, css: [{ raw: css }], variables: true, keyframes: true, safelist: scriptedClasses });
  if (!used) throw new Error('critical CSS: none found');
  return used.css;
}
