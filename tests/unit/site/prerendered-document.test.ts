import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { siteTitle } from '#schema/routes.ts';
import {
  clickReplayScript,
  collectPageFiles,
  type DescribedPage,
  fetchUserScript,
  hideEnglishScript,
  memberDocument,
  openInLanguageScript,
  prerenderedDocument,
  siteImage,
} from '#web/prerender/document.ts';

/** The HTML shell after the build, with its scripts and styles at the end of the head element. */
const shell = readFileSync(new URL('../../../web/index.html', import.meta.url), 'utf8')
  .replace(/\s*<script type="module" src=".\/main.tsx"><\/script>/, '')
  .replace(
    '</head>',
    '<script type="module" crossorigin src="/assets/main.js"></script>\n<link rel="modulepreload" crossorigin href="/assets/shell.js">\n<link rel="stylesheet" crossorigin href="/assets/main.css">\n</head>',
  );
const manifest = {
  'index.html': { file: 'assets/main.js', isEntry: true, imports: ['_shell.js'], css: ['assets/main.css'] },
  '_shell.js': { file: 'assets/shell.js' },
  'pages/faq/FaqPage.tsx': { file: 'assets/faq.js', imports: ['_list.js', '_shell.js'], css: ['assets/faq.css'] },
  '_list.js': { file: 'assets/list.js', css: ['assets/list.css'] },
};
const page: DescribedPage = {
  name: 'faq',
  path: '/faq',
  module: 'pages/faq/FaqPage.tsx',
  title: 'Cards & "Tokens" <faq>',
  description: 'It costs $& and $1 "now"',
  indexed: 'by_sitemap',
};
const rendered = '<link rel="preload" as="image" href="/assets/hero.svg"/><main class="list">Price: $&amp; $1 $$</main>';

const documentOf = (changes: Partial<DescribedPage> = {}, from = shell) =>
  prerenderedDocument(from, { ...page, ...changes }, rendered, collectPageFiles([page.module], manifest), 'main{margin:0}');

test('the rendered page is in the root, and its early images in the head', () => {
  const text = documentOf();
  expect(text).toContain('<div id="root" data-page="faq"><main class="list">Price: $&amp; $1 $$</main></div>');
  expect(text.indexOf('rel="preload"')).toBeLessThan(text.indexOf('</head>'));
});

test('the page’s description is escaped', () => {
  const text = documentOf();
  expect(text).toContain('<title>Cards &amp; &quot;Tokens&quot; &lt;faq&gt; · Earn Vacations Geocaching</title>');
  expect(text).toContain('<meta name="description" content="It costs $&amp; and $1 &quot;now&quot;" />');
  expect(text).toContain('<meta property="og:title" content="Cards &amp; &quot;Tokens&quot; &lt;faq&gt; · Earn Vacations Geocaching" />');
});

test('a data block cannot end itself', () => {
  const text = documentOf({ data: () => ({ text: '</script><script>alert(1)</script>' }) });
  expect(text).not.toContain('<script>alert');
  expect(text).toContain('\\u003c/script>');
});

test('search engines get the canonical address, or noindex', () => {
  expect(documentOf()).toContain('<link rel="canonical" href="__SITE_ORIGIN__/faq" />');
  expect(documentOf()).not.toContain('noindex');
  expect(documentOf({ indexed: false })).toContain('<meta name="robots" content="noindex" />');
  expect(documentOf({ indexed: false })).not.toContain('canonical');
});

test('a translated page has its own address and language, and links to the others', () => {
  const alternates = { en: '/faq', de: '/de/faq' };
  expect(documentOf()).not.toContain('hreflang');
  expect(documentOf({ alternates })).toContain(openInLanguageScript);
  const german: Record<string, string> = { Questions: 'Fragen', [siteTitle]: 'Urlaub', [siteImage.alt]: 'Schatzkarte' };
  const translation = { language: 'de', translate: (text: string) => german[text] ?? text, words: '/assets/words/v1/de/faq.json' };
  const text = documentOf({ path: '/de/faq', title: 'Questions', alternates, translation });
  expect(text).toContain('<html lang="de"');
  expect(text).toContain('<title>Fragen · Urlaub</title>');
  expect(text).toContain('<meta property="og:image:alt" content="Schatzkarte" />');
  expect(text).toContain('<link rel="canonical" href="__SITE_ORIGIN__/de/faq" />');
  expect(text).toContain('<meta property="og:locale" content="de_DE" />');
  expect(text).toContain('<link rel="preload" as="fetch" crossorigin href="/assets/words/v1/de/faq.json" />');
  expect(text).not.toContain(openInLanguageScript);
  // Search engines ignore links that the other page does not return.
  for (const document of [text, documentOf({ alternates })])
    expect(Array.from(document.matchAll(/hreflang="([^"]+)" href="__SITE_ORIGIN__([^"]+)"/g), ([, code, path]) => [code, path])).toEqual([
      ['en', '/faq'],
      ['de', '/de/faq'],
      ['x-default', '/faq'],
    ]);
});

test('the first paint waits for no other file; full styles and code follow once each, in order', () => {
  const text = documentOf();
  const later = /<template id="deferred">(.*?)<\/template>/s.exec(text)?.[1] ?? '';
  expect(Array.from(later.matchAll(/(?:src|href)="([^"]+)"/g), ([, file]) => file)).toEqual([
    ...['/assets/main.css', '/assets/list.css', '/assets/faq.css'],
    ...['/assets/shell.js', '/assets/list.js', '/assets/faq.js', '/assets/main.js'],
  ]);
  const rest = text.replace(/<template.*?<\/template>/s, '').replace(/<noscript>.*?<\/noscript>/s, '');
  expect(rest).not.toMatch(/stylesheet|modulepreload|type="module"/);
  expect(rest).toContain('<style>main{margin:0}</style>');
});

test('clicks are recorded before the first button exists', () => {
  const [before = ''] = documentOf().split('<main');
  expect(before).toContain(clickReplayScript);
});

test('without JavaScript the full styles apply, and nothing asks for JavaScript', () => {
  const [head = '', body = ''] = documentOf().split('</head>');
  expect(/<noscript>(.*?)<\/noscript>/s.exec(head)?.[1]?.match(/rel="stylesheet"/g)).toHaveLength(3);
  expect(body).not.toContain('noscript');
});

test('an incomplete shell, build or page stops the build', () => {
  expect(() => documentOf({}, shell.replace('<div id="root"></div>', ''))).toThrow('not found in the shell');
  expect(() => collectPageFiles(['features/gone/GonePage.tsx'], manifest)).toThrow('the build has no features/gone/GonePage.tsx');
});

describe('a member page', () => {
  const css =
    '@font-face{font-family:Fraunces;src:url(/assets/fraunces.woff2)}@font-face{font-family:F;src:local("Georgia Bold")}main{margin:0}';
  const text = memberDocument(
    shell,
    { name: 'dashboard', path: '/dashboard', title: 'Dashboard', guard: 'member' },
    '<main>…</main><nav class="member-bar members-only"></nav>',
    collectPageFiles(['pages/faq/FaqPage.tsx'], manifest),
    css,
  );

  test('loads its sheets after its code if the critical CSS is complete', () => {
    const route = { name: 'dashboard', path: '/dashboard', title: 'Dashboard', guard: 'member' } as const;
    const files = collectPageFiles(['pages/faq/FaqPage.tsx'], manifest);
    const [head = '', later = ''] = memberDocument(shell, route, '<main>…</main>', files, css, true).split('<template id="deferred">');
    expect(head).not.toContain('as="style"');
    expect(later.match(/media="print" disabled/g)).toHaveLength(3);
  });

  test('has its frame in the root and its own title', () => {
    expect(text).toContain('<div id="root" data-page="dashboard"><main>…</main><nav class="member-bar members-only"></nav></div>');
    expect(text).toContain('<title>Dashboard · Earn Vacations Geocaching</title>');
  });

  test('preloads all of its chunks, shows the frame at once, and then runs the code', () => {
    const [before = '', template = ''] = text.split('<template id="deferred">');
    expect(Array.from(before.matchAll(/<link rel="(?:modulepreload|preload)"[^>]*href="([^"]+)"/g), ([, file]) => file)).toEqual([
      ...['/assets/shell.js', '/assets/list.js', '/assets/faq.js'],
      ...['/assets/main.css', '/assets/list.css', '/assets/faq.css'],
    ]);
    expect(before.replace(/<noscript>.*?<\/noscript>/gs, '')).not.toMatch(/rel="stylesheet"|type="module"/);
    expect(template).toContain('src="/assets/main.js"');
  });

  test('hides its English words from readers of other languages only if there are any', () => {
    const files = collectPageFiles(['pages/faq/FaqPage.tsx'], manifest);
    const frame = { name: 'dashboard', path: '/dashboard', title: 'Dashboard' };
    const withGerman = memberDocument(shell.replace('<html', `<html data-languages='{"de":[]}'`), frame, '<main>…</main>', files, css);
    expect([text, withGerman].map((document) => document.includes(hideEnglishScript))).toEqual([false, true]);
  });

  test('checks the session before the code has loaded, and records early clicks', () => {
    expect(text).toContain(fetchUserScript);
    expect(text).toContain(clickReplayScript);
  });

  test('does not preload the heading font, since the frame has no heading', () => {
    expect(text).not.toContain('woff2');
    expect(text).toContain('local("Georgia Bold")');
  });

  test('shows visitors without JavaScript a notice instead of the page', () => {
    expect(text).toContain('This page needs JavaScript');
    expect(text).toContain('<noscript><style>main,.member-bar{display:none!important}</style></noscript>');
  });
});
