/** The styles that a prerendered page needs before anything else: its first paint waits for no other file. */
import { PurgeCSS } from 'purgecss';

/** Set by a script before the first paint (web/index.html). */
const setByScript = ['maybe-member'];

/**
 * What of `css` can apply to the document: the rules of which every tag, class, id and attribute is in it. PurgeCSS loses
 * selectors that are made of several `:is()` or `:where()` alone; tests/e2e/site/first-paint.spec.ts would show one that is missed.
 */
export async function criticalCss(css: string, html: string): Promise<string> {
  // What is said between the tags would count as names of tags and classes too.
  const tags = html.match(/<[^>]*>/g)?.join('') ?? '';
  const content = [{ raw: tags, extension: 'html' }];
  const [used] = await new PurgeCSS().purge({ content, css: [{ raw: css }], variables: true, keyframes: true, safelist: setByScript });
  if (!used) throw new Error('critical CSS: there is none');
  return used.css;
}
