/** Finds words that a language for testing (scripts/site/languages/test-languages.ts) would have given accents. */
import type { Page } from '@playwright/test';

/** Keys of the API's responses whose values members wrote, or that name places. */
const dataKeys =
  /^(name|location|hint|firstName|lastName|username|email|city|town|place|text|subject|message|reply|description|address|finder|code|accountEmail|paypalEmail|device|brand|number)$/i;
/** Names that are the same in all languages, towns ("Near …"), and parts of dates and lists, whose format is English. */
const names =
  /Ñééááŕ .*|Basic|Premium|Free|Cache Cards?|United States|Natural Earth, GeoNames \(CC BY 4\.0\)|Visa|QR|GPX|PDF|Robin|https?:\S+|\S*[@•]\S*|[A-Z]{2}-[A-Z0-9-]+|\b(and|[AP]M|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b/g;

/** Collects what members wrote, from the responses to a page. */
export function collectData(page: Page): Set<string> {
  const data = new Set<string>();
  const visit = (value: unknown, key = '') => {
    if (typeof value === 'string' && dataKeys.test(key)) for (const word of value.match(/[a-z]{3,}/gi) ?? []) data.add(word);
    if (value && typeof value === 'object')
      for (const [name, part] of Object.entries(value)) visit(part, Array.isArray(value) ? key : name);
  };
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) visit(await response.json().catch(() => undefined));
  });
  return data;
}

/** Returns the texts and labels with English words in the page's current state, except for `data`. */
export async function findEnglish(page: Page, data: Set<string>): Promise<string[]> {
  const texts = await page.evaluate(readTexts);
  return [...new Set(texts)].filter((text) => (text.replace(names, '').match(/[a-z]{3,}/gi) ?? []).some((word) => !data.has(word)));
}

/** Runs in the browser. */
function readTexts(): string[] {
  const isTranslatable = (element: Element) =>
    !element.closest('[translate="no"], [lang]:not(html), script, style, noscript, template, option');
  const texts: string[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.parentElement && isTranslatable(node.parentElement) && node.parentElement.checkVisibility()) texts.push(node.nodeValue ?? '');
  for (const element of document.querySelectorAll('[aria-label], [alt], [placeholder], [title]'))
    if (isTranslatable(element))
      for (const attribute of ['aria-label', 'alt', 'placeholder', 'title']) texts.push(element.getAttribute(attribute) ?? '');
  return texts.map((text) => text.trim().replace(/\s+/g, ' ')).filter(Boolean);
}
