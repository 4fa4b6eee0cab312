/** What a page's HTML file says: the built shell, filled with the drawn page and what is told of it. */
import type { Manifest, ManifestChunk } from 'vite';
import { type PageRoute, type Prerendered, tabTitle } from '#schema/routes.ts';
import { firstStyles } from '#scripts/first-styles.ts';
import { originMark } from '#web/prerender/origin-mark.ts';
import type { PrerenderedPage } from '#web/prerender/pages.ts';

/** All that is known of a page before it is rendered. */
export type DescribedPage = PageRoute & Prerendered & PrerenderedPage & { name: string };

/**
 * Brings whole styles and code once the page is painted: neither is needed to read it, and both would keep the network and
 * a phone's processor from showing it. The template's id is `later`.
 */
export const startScript =
  "<script>requestAnimationFrame(() => setTimeout(() => document.head.append(document.getElementById('later').content)))</script>";

/**
 * Keeps presses of buttons that need the code while it is on its way, and makes them again, each once, as soon as it is
 * there (`taken-over`, from web/main.tsx). What the browser does by itself, opening a popover, it goes on doing.
 */
export const earlyPressScript = `<script>{
  const pressed = new Set();
  const keep = (event) => {
    const button = event.target.closest('button:not([popovertarget])');
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    button.setAttribute('aria-busy', 'true');
    pressed.delete(button);
    pressed.add(button);
  };
  addEventListener('click', keep, true);
  addEventListener('taken-over', () => {
    removeEventListener('click', keep, true);
    for (const button of pressed) {
      button.removeAttribute('aria-busy');
      button.click();
    }
  }, { once: true });
}</script>`.replace(/\n */g, ' ');

/**
 * The shell, filled with what a visitor sees at once; `drawn` is React's, all else is escaped here. `readSheet` answers
 * the text of a built style sheet.
 */
export function drawnDocument(
  shell: string,
  page: DescribedPage,
  drawn: string,
  manifest: Manifest,
  readSheet: (file: string) => string,
): string {
  // React puts what pictures are to be loaded early in front of what it draws; the head is read before.
  const [, preloads = '', html = ''] = /^((?:<link rel="preload"[^>]*>)*)(.*)$/s.exec(drawn) ?? [];
  const title = escaped(tabTitle(page.title));
  const description = escaped(page.description);
  const address = `${originMark}${page.path}`;
  const { sheets, modules, entry } = builtFiles(page.module, manifest);
  const links = sheets.map((file) => `<link rel="stylesheet" href="/${file}" />`).join('');
  const later = [
    links,
    ...modules.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
    `<script type="module" crossorigin src="/${entry}"></script>`,
  ].join('');
  const head = [
    earlyPressScript,
    ...(page.indexed ? [`<link rel="canonical" href="${address}" />`] : ['<meta name="robots" content="noindex" />']),
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="Cache Cards" />',
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
    `<meta property="og:url" content="${address}" />`,
    `<meta property="og:image" content="${originMark}/social.png" />`,
    '<meta property="og:image:width" content="1200" />',
    '<meta property="og:image:height" content="630" />',
    '<meta property="og:image:alt" content="A treasure map on which a trail of Cache Cards leads from a tent to a chest by the sea" />',
    '<meta name="twitter:card" content="summary_large_image" />',
    ...(preloads === '' ? [] : [preloads]),
    `<style>${firstStyles(sheets.map(readSheet).join(''), shell + html)}</style>`,
    `<noscript>${links}</noscript>`,
    `<template id="later">${later}</template>`,
    // A data block: no script that runs. `<` could end it.
    ...(page.data ? [`<script type="application/ld+json">${JSON.stringify(page.data).replaceAll('<', '\\u003c')}</script>`] : []),
  ];
  return replaceOnce(shell, [
    // Before another one is put into the head.
    [/\s*<noscript>.*?<\/noscript>/s, `\n    ${startScript}`],
    [/<title>.*?<\/title>/, `<title>${title}</title>`],
    [/<meta name="description" content="[^"]*" \/>/, `<meta name="description" content="${description}" />`],
    [/(\s*(<script type="module"[^>]*><\/script>|<link rel="(modulepreload|stylesheet)"[^>]*>))+/, ''],
    [/<\/head>/, `${head.map((line) => `  ${line}\n  `).join('')}</head>`],
    [/<div id="root"><\/div>/, `<div id="root" data-page="${page.name}">${html}</div>`],
  ]);
}

/** All that a page is made of, in the order in which the browser is to have it. */
function builtFiles(module: string, manifest: Manifest): { sheets: string[]; modules: string[]; entry: string } {
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('drawn document: the build has no entry');
  const page = manifest[module];
  if (!page) throw new Error(`drawn document: the build has no ${module}`);
  const chunks = new Set([...importedBy(entry, manifest), entry, ...importedBy(page, manifest), page]);
  return {
    sheets: [...new Set([...chunks].flatMap(({ css = [] }) => css))],
    modules: [...chunks].filter((chunk) => chunk !== entry).map(({ file }) => file),
    entry: entry.file,
  };
}

/** What a chunk imports, and what that imports: each before the chunk that needs it. */
function importedBy(chunk: ManifestChunk, manifest: Manifest, found = new Set<ManifestChunk>()): Set<ManifestChunk> {
  for (const key of chunk.imports ?? []) {
    const imported = manifest[key];
    if (!imported || found.has(imported)) continue;
    importedBy(imported, manifest, found);
    found.add(imported);
  }
  return found;
}

/** Each pattern must be there: a shell that was changed must not go out half filled. */
export function replaceOnce(text: string, replacements: [RegExp, string][]): string {
  return replacements.reduce((current, [pattern, replacement]) => {
    if (!pattern.test(current)) throw new Error(`drawn document: there is no ${pattern}`);
    return current.replace(pattern, () => replacement);
  }, text);
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);
}
