/** Inserts a prerendered page and its metadata into the HTML shell. */
import { html } from 'hono/html';
import type { Manifest, ManifestChunk } from 'vite';
import { bookmarkHeader } from '#schema/bookmark.ts';
import { type PageRoute, type Prerendered, siteTitle, tabTitle } from '#schema/routes.ts';
import { originPlaceholder } from '#web/prerender/origin-placeholder.ts';
import type { PrerenderedPage } from '#web/prerender/pages.ts';

/**
 * Loads the full styles and code after the first paint so that they do not compete with it for network and CPU. The style sheets have a
 * media query that does not match until all of them have loaded. They then apply together, because applying only some of them would
 * override the critical CSS. The links are in a template with the id `deferred`. Old browsers load only the styles. On a slow connection,
 * the notice for old browsers (web/index.html) may not have arrived yet; in that case, they load the code too. Disabled sheets load once
 * the page's code calls `loadStyles`.
 */
export const loadDeferredScript = `<script>requestAnimationFrame(() => setTimeout(() => {
  const { content } = document.getElementById('deferred');
  const sheets = [...content.querySelectorAll('link[media]')];
  const sheetLoads = sheets.map((sheet) => new Promise((resolve) => { sheet.onload = sheet.onerror = resolve; }));
  const stylesApplied = Promise.all(sheetLoads).then(() => sheets.forEach((sheet) => sheet.removeAttribute('media')));
  window.loadStyles = () => {
    sheets.forEach((sheet) => { sheet.disabled = false; });
    return stylesApplied;
  };
  if (document.getElementById('old-browser')?.hidden === false) {
    content.querySelectorAll('script').forEach((script) => script.remove());
    loadStyles();
    dispatchEvent(new Event('hydrated'));
  }
  document.head.append(content);
}))</script>`.replace(/\n */g, ' ');

/**
 * Stores clicks on buttons that need code, and replays each once after hydration (the `hydrated` event from web/main.tsx). Buttons for
 * native popovers keep working meanwhile.
 */
export const clickReplayScript = `<script>{
  const pressedButtons = new Set();
  const storeClick = (event) => {
    const button = event.target.closest('button:not([popovertarget])');
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    button.setAttribute('aria-busy', 'true');
    pressedButtons.delete(button);
    pressedButtons.add(button);
  };
  addEventListener('click', storeClick, true);
  addEventListener('hydrated', () => {
    removeEventListener('click', storeClick, true);
    for (const button of pressedButtons) {
      button.removeAttribute('aria-busy');
      button.click();
    }
  }, { once: true });
}</script>`.replace(/\n */g, ' ');

/** Requests the current user while the page's code is loading (web/features/accounts/session/fetch-user.ts). */
export const fetchUserScript = `<script>try {
  const isViewing = location.hash.startsWith('#viewing=') || sessionStorage.getItem('viewing_token');
  const token = localStorage.getItem('auth_token');
  const isHinted = document.documentElement.className === 'maybe-member';
  if (!isViewing && (token || isHinted) && !localStorage.getItem('logout_pending')) {
    const bookmark = localStorage.getItem('bookmark');
    const headers = { Accept: 'application/json', ...(token && { Authorization: 'Bearer ' + token }), ...(bookmark && { '${bookmarkHeader}': bookmark }) };
    const userRequest = fetch('/api/user', { headers, signal: AbortSignal.timeout(15000) })
      .then(async (response) => ({ user: await response.json(), received: response.headers.get('${bookmarkHeader}'), sent: bookmark }));
    window.firstUser = { token, answer: userRequest.catch(() => undefined) };
  }
} catch {}</script>`.replace(/\n */g, ' ');

/** Opens the page in the language that the reader chose before. Runs after the links to the page in other languages. */
export const openInLanguageScript = `<script>try {
  const choice = localStorage.getItem('language') ?? 'en';
  const link = choice !== 'en' && document.querySelector('link[hreflang="' + choice + '"]');
  if (link) location.replace(new URL(link.href).pathname + location.search + location.hash);
} catch {}</script>`.replace(/\n */g, ' ');

/** Hides the English words of the frame from readers who chose another language, until the code shows theirs. */
export const hideEnglishScript = `<script>try {
  const { dataset } = document.documentElement;
  if (localStorage.getItem('language') in JSON.parse(dataset.languages)) dataset.awaitsWords = '';
} catch {}</script>`.replace(/\n */g, ' ');

type Html = string | ReturnType<typeof html>;

export interface DescribedPage extends PageRoute, Prerendered, PrerenderedPage {
  name: string;
  /** Languages in which the page exists, and its path in each; none if it exists in English only. */
  alternates?: Record<string, string>;
  /** For a page in another language than English. */
  /** `words` is the address of the page's words. */
  translation?: { language: string; translate: (text: string) => string; words: string };
}

export interface PageFiles {
  sheets: string[];
  modules: string[];
  entry: string;
}

/** Returns the built files for the entry point and the source files in `modules`. */
export function collectPageFiles(modules: string[], manifest: Manifest): PageFiles {
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('prerendered document: the build has no entry');
  const pageChunks = modules.map((module) => {
    const part = manifest[module];
    if (!part) throw new Error(`prerendered document: the build has no ${module}`);
    return part;
  });
  const chunks = new Set([entry, ...pageChunks].flatMap((part) => [...collectImports(part, manifest), part]));
  return {
    sheets: [...new Set([...chunks].flatMap(({ css = [] }) => css))],
    modules: [...chunks].filter((chunk) => chunk !== entry).map(({ file }) => file),
    entry: entry.file,
  };
}

/** Returns the transitive imports of a chunk, dependencies first. */
function collectImports(chunk: ManifestChunk, manifest: Manifest, imports = new Set<ManifestChunk>()): Set<ManifestChunk> {
  for (const key of chunk.imports ?? []) {
    const importedChunk = manifest[key];
    if (!importedChunk || imports.has(importedChunk)) continue;
    collectImports(importedChunk, manifest, imports);
    imports.add(importedChunk);
  }
  return imports;
}

/** Preview images in web/public, drawn from the files of the same name in web/art. */
export const siteImage = {
  file: 'social.png',
  alt: 'A treasure map on which a trail of Cache Cards leads from a tent to a chest by the sea',
};
/** The same for every card, because the card's page is a static file. It reveals no place and no code. */
export const cardImage = {
  file: 'social-card.png',
  alt: 'A Cache Card leaning in the grass in a ray of light: someone hid a card, your turn',
};

/** Builds the HTML document of a page. Trusts `rendered` (React's HTML) and `criticalCss`, and escapes everything else. */
export function prerenderedDocument(shell: string, page: DescribedPage, rendered: string, files: PageFiles, criticalCss: string): string {
  // React puts image preloads before the HTML, so move them into the head.
  const [, preloads = '', content = ''] = /^((?:<link rel="preload"[^>]*>)*)(.*)$/s.exec(rendered) ?? [];
  const address = `${originPlaceholder}${page.path}`;
  const image = page.name === 'card' ? cardImage : siteImage;
  const { alternates = {}, translation } = page;
  const { language, translate } = translation ?? { language: 'en', translate: (text: string) => text };
  const locale = new Intl.Locale(language).maximize();
  const title = tabTitle(translate(page.title), translate(siteTitle));
  const description = translate(page.description);
  const head = [
    clickReplayScript,
    ...listAlternates(alternates),
    ...(translation || Object.keys(alternates).length === 0 ? [] : [openInLanguageScript]),
    ...(page.indexed ? [`<link rel="canonical" href="${address}" />`] : ['<meta name="robots" content="noindex" />']),
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="Cache Cards" />',
    `<meta property="og:locale" content="${locale.language}_${locale.region}" />`,
    html`<meta property="og:title" content="${title}" />`,
    html`<meta property="og:description" content="${description}" />`,
    `<meta property="og:url" content="${address}" />`,
    `<meta property="og:image" content="${originPlaceholder}/${image.file}" />`,
    '<meta property="og:image:width" content="1200" />',
    '<meta property="og:image:height" content="630" />',
    html`<meta property="og:image:alt" content="${translate(image.alt)}" />`,
    '<meta name="twitter:card" content="summary_large_image" />',
    ...(preloads === '' ? [] : [preloads]),
    ...renderFileTags(files, criticalCss, translation?.words),
    ...(page.data ? [`<script type="application/ld+json">${escapeJson(page.data())}</script>`] : []),
  ];
  return replaceOnce(shell, [
    // Replace the shell's `noscript` element first because `head` adds more of them and the pattern matches only the first.
    [/\s*<noscript>.*?<\/noscript>/s, `\n    ${loadDeferredScript}`],
    [/<meta name="description" content="[^"]*" \/>/, html`<meta name="description" content="${description}" />`],
    ...fillTemplate(page.name, title, head, content),
    [/<html lang="en"/, `<html lang="${language}"`],
  ]);
}

/** Browsers do not run JSON, but an unescaped `<` could end the script element. */
function escapeJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

/** Returns the links to the page in each of its languages. Readers of all others get English. */
function listAlternates(alternates: Record<string, string>): string[] {
  const links = Object.entries(alternates);
  return [...links, ...links.filter(([code]) => code === 'en').map(([, path]) => ['x-default', path] as const)].map(
    ([code, path]) => `<link rel="alternate" hreflang="${code}" href="${originPlaceholder}${path}" />`,
  );
}

/**
 * Builds the HTML document of a member's page: the shell with the prerendered frame, which works before any code is loaded. Does not
 * preload the heading font, because the frame has no heading. If the critical CSS has all styles of the page's first content, the page's code
 * loads the sheets.
 */
export function memberDocument(
  shell: string,
  page: PageRoute & { name: string },
  content: string,
  files: PageFiles,
  criticalCss: string,
  areStylesComplete = false,
): string {
  // Omits the heading font because the frame has no heading; the full stylesheet loads it.
  const styles = `${criticalCss.replace(/@font-face\s*\{[^}]*url\([^}]*\}/g, '')}:root:not(:has(main h1)){--font-display:var(--font-display-fallback)}`;
  // The member's data are requested first: over HTTP/1.1, they would wait behind the files. The frame is small, so immediately preload the files that are needed next, starting with the longest import chain.
  const earlyHead = [
    ...files.modules.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
    ...(areStylesComplete ? [] : files.sheets.map((file) => `<link rel="preload" as="style" href="/${file}" />`)),
  ];
  const hideEnglish = shell.includes(' data-languages=')
    ? [hideEnglishScript, '<style>[data-awaits-words] #root{-webkit-text-fill-color:transparent}</style>']
    : [];
  // Hides the frame if JavaScript is disabled so that the shell's own noscript message is visible.
  const noscript = '<noscript><style>main,.member-bar{display:none!important}</style></noscript>';
  return replaceOnce(shell, [
    [/\s*<!-- [^>]* -->\s*<link rel="preload"[^>]*as="font"[^>]*>/, ''],
    [/<p id="not-loaded"/, `${loadDeferredScript}\n    <p id="not-loaded"`],
    ...fillTemplate(
      page.name,
      tabTitle(page.title),
      [
        fetchUserScript,
        ...earlyHead,
        ...hideEnglish,
        clickReplayScript,
        ...renderFileTags(files, styles, undefined, areStylesComplete),
        noscript,
      ],
      content,
    ),
  ]);
}

/** Returns replacements for the shell's title, assets and root element. */
function fillTemplate(name: string, title: string, head: Html[], content: string): [RegExp, Html][] {
  return [
    [/<title>.*?<\/title>/, html`<title>${title}</title>`],
    [/(\s*(<script type="module"[^>]*><\/script>|<link rel="(modulepreload|stylesheet)"[^>]*>))+/, ''],
    [/<\/head>/, `${head.map((line) => `  ${line}\n  `).join('')}</head>`],
    [/<div id="root"><\/div>/, `<div id="root" data-page="${name}">${content}</div>`],
  ];
}

/** Returns the critical CSS, the deferred styles and code, and the styles for browsers without JavaScript. */
function renderFileTags({ sheets, modules, entry }: PageFiles, criticalCss: string, words?: string, doSheetsWait = false): string[] {
  const renderStyleLinks = (attributes: string) => sheets.map((file) => `<link rel="stylesheet" href="/${file}"${attributes} />`).join('');
  const deferredHead = [
    // Browsers give print style sheets the lowest priority unless `fetchpriority` is set, and do not load disabled ones.
    renderStyleLinks(doSheetsWait ? ' media="print" disabled' : ' media="print" fetchpriority="high"'),
    ...modules.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
    ...(words ? [`<link rel="preload" as="fetch" crossorigin href="${words}" />`] : []),
    `<script type="module" crossorigin src="/${entry}"></script>`,
  ].join('');
  return [
    `<style>${criticalCss}</style>`,
    `<noscript>${renderStyleLinks('')}</noscript>`,
    `<template id="deferred">${deferredHead}</template>`,
  ];
}

/**
 * Replaces each pattern once. Throws if a pattern does not match, so that an incomplete page is not deployed after a change to the shell.
 */
export function replaceOnce(text: string, replacements: [RegExp, Html][]): string {
  return replacements.reduce((current, [pattern, replacement]) => {
    if (!pattern.test(current)) throw new Error(`prerendered document: ${pattern} not found in the shell`);
    return current.replace(pattern, () => String(replacement));
  }, text);
}
