/** What a prerendered page's HTML file says: the built shell, filled with the page and what is told of it. */
import { html } from 'hono/html';
import type { Manifest, ManifestChunk } from 'vite';
import { bookmarkHeader } from '#schema/bookmark.ts';
import { type PageRoute, type Prerendered, tabTitle } from '#schema/routes.ts';
import { originMark } from '#web/prerender/origin-mark.ts';
import type { PrerenderedPage } from '#web/prerender/pages.ts';

/**
 * Brings whole styles and code once the page is painted: neither is needed to read it, and both would keep the network and
 * a phone's processor from showing it. The sheets, for no screen until then, apply at once when the last is there: one without
 * the next would win over the critical CSS. The template's id is `deferred`.
 */
export const loadDeferredScript = `<script>requestAnimationFrame(() => setTimeout(() => {
  const { content } = document.getElementById('deferred');
  const sheets = [...content.querySelectorAll('link[media]')];
  const come = sheets.map((sheet) => new Promise((resolve) => { sheet.onload = sheet.onerror = resolve; }));
  Promise.all(come).then(() => sheets.forEach((sheet) => sheet.removeAttribute('media')));
  document.head.append(content);
}))</script>`.replace(/\n */g, ' ');

/**
 * Keeps clicks on buttons that need the code while it is on its way, and makes them again, each once, as soon as it is
 * there (`hydrated`, from web/main.tsx). What the browser does by itself, opening a popover, it goes on doing.
 */
export const clickReplayScript = `<script>{
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
  addEventListener('hydrated', () => {
    removeEventListener('click', keep, true);
    for (const button of pressed) {
      button.removeAttribute('aria-busy');
      button.click();
    }
  }, { once: true });
}</script>`.replace(/\n */g, ' ');

/** Asks on a member's page who is there, while the code that will want to know is on its way (web/features/accounts/session/ask-user.ts). */
export const askUserScript = `<script>try {
  const isViewing = location.hash.startsWith('#viewing=') || sessionStorage.getItem('viewing_token');
  const token = localStorage.getItem('auth_token');
  const isHinted = document.documentElement.className === 'maybe-member';
  if (!isViewing && (token || isHinted) && !localStorage.getItem('logout_pending')) {
    const bookmark = localStorage.getItem('bookmark');
    const headers = { Accept: 'application/json', ...(token && { Authorization: 'Bearer ' + token }), ...(bookmark && { '${bookmarkHeader}': bookmark }) };
    const answer = fetch('/api/user', { headers, signal: AbortSignal.timeout(15000) })
      .then(async (response) => ({ user: await response.json(), brought: response.headers.get('${bookmarkHeader}'), sent: bookmark }));
    window.firstUser = { token, answer: answer.catch(() => undefined) };
  }
} catch {}</script>`.replace(/\n */g, ' ');

type Html = string | ReturnType<typeof html>;

/** All that is known of a page before it is rendered. */
export type DescribedPage = PageRoute & Prerendered & PrerenderedPage & { name: string };

/** The built files that a page is made of, each in the order in which the browser is to have it. */
export interface PageFiles {
  sheets: string[];
  modules: string[];
  entry: string;
}

/** Of the entry and of what `modules`, by their sources, are in. */
export function filesOf(modules: string[], manifest: Manifest): PageFiles {
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('prerendered document: the build has no entry');
  const parts = modules.map((module) => {
    const part = manifest[module];
    if (!part) throw new Error(`prerendered document: the build has no ${module}`);
    return part;
  });
  const chunks = new Set([entry, ...parts].flatMap((part) => [...importedBy(part, manifest), part]));
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

/** The shell, filled with what a visitor sees at once; `rendered` is React's, `criticalCss` the page's, all else is escaped here. */
export function prerenderedDocument(shell: string, page: DescribedPage, rendered: string, files: PageFiles, criticalCss: string): string {
  // React puts what pictures are to be loaded early in front of what it renders; the head is read before.
  const [, preloads = '', content = ''] = /^((?:<link rel="preload"[^>]*>)*)(.*)$/s.exec(rendered) ?? [];
  const address = `${originMark}${page.path}`;
  const head = [
    clickReplayScript,
    ...(page.indexed ? [`<link rel="canonical" href="${address}" />`] : ['<meta name="robots" content="noindex" />']),
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="Cache Cards" />',
    html`<meta property="og:title" content="${tabTitle(page.title)}" />`,
    html`<meta property="og:description" content="${page.description}" />`,
    `<meta property="og:url" content="${address}" />`,
    `<meta property="og:image" content="${originMark}/social.png" />`,
    '<meta property="og:image:width" content="1200" />',
    '<meta property="og:image:height" content="630" />',
    '<meta property="og:image:alt" content="A treasure map on which a trail of Cache Cards leads from a tent to a chest by the sea" />',
    '<meta name="twitter:card" content="summary_large_image" />',
    ...(preloads === '' ? [] : [preloads]),
    ...filesInHead(files, criticalCss),
    // A data block: no script that runs. `<` could end it.
    ...(page.data ? [`<script type="application/ld+json">${JSON.stringify(page.data).replaceAll('<', '\\u003c')}</script>`] : []),
  ];
  return replaceOnce(shell, [
    // Before another one is put into the head.
    [/\s*<noscript>.*?<\/noscript>/s, `\n    ${loadDeferredScript}`],
    [/<meta name="description" content="[^"]*" \/>/, html`<meta name="description" content="${page.description}" />`],
    ...filledWith(page, head, content),
  ]);
}

/**
 * A member's page: the shell with all that stands around the page, so that something to use is there before any code. The
 * face of headings is not asked for before there is one.
 */
export function memberDocument(
  shell: string,
  page: PageRoute & { name: string },
  content: string,
  files: PageFiles,
  criticalCss: string,
): string {
  // The whole styles name it too, so until there is a heading nothing wears it.
  const styles = `${criticalCss.replace(/@font-face\s*\{[^}]*url\([^}]*\}/g, '')}:root:not(:has(main h1)){--font-display:var(--font-display-fallback)}`;
  // The frame is small: all that comes after it is asked for while it is on its way. The first in the list is the longest.
  const early = [
    ...files.modules.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
    ...files.sheets.map((file) => `<link rel="preload" as="style" href="/${file}" />`),
  ];
  // The shell says there that the page needs JavaScript.
  const noscript = '<noscript><style>main,.member-bar{display:none!important}</style></noscript>';
  return replaceOnce(shell, [
    [/\s*<!-- [^>]* -->\s*<link rel="preload"[^>]*as="font"[^>]*>/, ''],
    [/<p id="not-loaded"/, `${loadDeferredScript}\n    <p id="not-loaded"`],
    ...filledWith(page, [...early, askUserScript, clickReplayScript, ...filesInHead(files, styles), noscript], content),
  ]);
}

/** What makes a page of the shell: its title, what the head has in place of the shell's own files, and its HTML. */
function filledWith({ name, title }: PageRoute & { name: string }, head: Html[], content: string): [RegExp, Html][] {
  return [
    [/<title>.*?<\/title>/, html`<title>${tabTitle(title)}</title>`],
    [/(\s*(<script type="module"[^>]*><\/script>|<link rel="(modulepreload|stylesheet)"[^>]*>))+/, ''],
    [/<\/head>/, `${head.map((line) => `  ${line}\n  `).join('')}</head>`],
    [/<div id="root"><\/div>/, `<div id="root" data-page="${name}">${content}</div>`],
  ];
}

/** The critical CSS; whole styles and code for after the first paint; and the styles of who runs no scripts. */
function filesInHead({ sheets, modules, entry }: PageFiles, criticalCss: string): string[] {
  const linksTo = (attributes: string) => sheets.map((file) => `<link rel="stylesheet" href="/${file}"${attributes} />`).join('');
  const deferred = [
    // A sheet for print alone would be asked for last.
    linksTo(' media="print" fetchpriority="high"'),
    ...modules.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
    `<script type="module" crossorigin src="/${entry}"></script>`,
  ].join('');
  return [`<style>${criticalCss}</style>`, `<noscript>${linksTo('')}</noscript>`, `<template id="deferred">${deferred}</template>`];
}

/** Each pattern must be there: a shell that was changed must not go out half filled. */
export function replaceOnce(text: string, replacements: [RegExp, Html][]): string {
  return replacements.reduce((current, [pattern, replacement]) => {
    if (!pattern.test(current)) throw new Error(`prerendered document: there is no ${pattern}`);
    return current.replace(pattern, () => String(replacement));
  }, text);
}
