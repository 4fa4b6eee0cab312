import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  askUserScript,
  clickReplayScript,
  type DescribedPage,
  filesOf,
  memberDocument,
  prerenderedDocument,
} from '#web/prerender/document.ts';

/** As the build leaves it: its own scripts and styles are named at the end of the head. */
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
  prerenderedDocument(from, { ...page, ...changes }, rendered, filesOf([page.module], manifest), 'main{margin:0}');

test('the page stands in the root as it was rendered, and its early pictures in the head', () => {
  const text = documentOf();
  expect(text).toContain('<div id="root" data-page="faq"><main class="list">Price: $&amp; $1 $$</main></div>');
  expect(text.indexOf('rel="preload"')).toBeLessThan(text.indexOf('</head>'));
});

test('what is told of the page is escaped', () => {
  const text = documentOf();
  expect(text).toContain('<title>Cards &amp; &quot;Tokens&quot; &lt;faq&gt; · Earn Vacations Geocaching</title>');
  expect(text).toContain('<meta name="description" content="It costs $&amp; and $1 &quot;now&quot;" />');
  expect(text).toContain('<meta property="og:title" content="Cards &amp; &quot;Tokens&quot; &lt;faq&gt; · Earn Vacations Geocaching" />');
});

test('a data block cannot end itself', () => {
  const text = documentOf({ data: { text: '</script><script>alert(1)</script>' } });
  expect(text).not.toContain('<script>alert');
  expect(text).toContain('\\u003c/script>');
});

test('search engines are told the address, or to stay away', () => {
  expect(documentOf()).toContain('<link rel="canonical" href="__SITE_ORIGIN__/faq" />');
  expect(documentOf()).not.toContain('noindex');
  expect(documentOf({ indexed: false })).toContain('<meta name="robots" content="noindex" />');
  expect(documentOf({ indexed: false })).not.toContain('canonical');
});

test('the first paint waits for no other file: whole styles and code come after it, each once and in order', () => {
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

test('clicks are kept before any button is there to be pressed', () => {
  const [before = ''] = documentOf().split('<main');
  expect(before).toContain(clickReplayScript);
});

test('without JavaScript the whole styles apply, and nothing says that JavaScript is needed', () => {
  const [head = '', body = ''] = documentOf().split('</head>');
  expect(/<noscript>(.*?)<\/noscript>/s.exec(head)?.[1]?.match(/rel="stylesheet"/g)).toHaveLength(3);
  expect(body).not.toContain('noscript');
});

test('a shell, a build or a page that lacks something stops the build', () => {
  expect(() => documentOf({}, shell.replace('<div id="root"></div>', ''))).toThrow('not found in the shell');
  expect(() => filesOf(['features/gone/GonePage.tsx'], manifest)).toThrow('the build has no features/gone/GonePage.tsx');
});

describe('a member’s page', () => {
  const css =
    '@font-face{font-family:Fraunces;src:url(/assets/fraunces.woff2)}@font-face{font-family:F;src:local("Georgia Bold")}main{margin:0}';
  const text = memberDocument(
    shell,
    { name: 'dashboard', path: '/dashboard', title: 'Dashboard', guard: 'member' },
    '<main>…</main><nav class="member-bar members-only"></nav>',
    filesOf(['pages/faq/FaqPage.tsx'], manifest),
    css,
  );

  test('has its frame in the root, under its own title', () => {
    expect(text).toContain('<div id="root" data-page="dashboard"><main>…</main><nav class="member-bar members-only"></nav></div>');
    expect(text).toContain('<title>Dashboard · Earn Vacations Geocaching</title>');
  });

  test('asks for all that it is made of at once, keeps nobody from seeing the frame, and runs the code after it', () => {
    const [before = '', template = ''] = text.split('<template id="deferred">');
    expect(Array.from(before.matchAll(/<link rel="(?:modulepreload|preload)"[^>]*href="([^"]+)"/g), ([, file]) => file)).toEqual([
      ...['/assets/shell.js', '/assets/list.js', '/assets/faq.js'],
      ...['/assets/main.css', '/assets/list.css', '/assets/faq.css'],
    ]);
    expect(before.replace(/<noscript>.*?<\/noscript>/gs, '')).not.toMatch(/rel="stylesheet"|type="module"/);
    expect(template).toContain('src="/assets/main.js"');
  });

  test('asks who is there before its code has come, and keeps what is pressed meanwhile', () => {
    expect(text).toContain(askUserScript);
    expect(text).toContain(clickReplayScript);
  });

  test('waits for no face of headings: none is asked for before there is one', () => {
    expect(text).not.toContain('woff2');
    expect(text).toContain('local("Georgia Bold")');
  });

  test('says that it needs JavaScript to who runs none, in place of the page', () => {
    expect(text).toContain('This page needs JavaScript');
    expect(text).toContain('<noscript><style>main,.member-bar{display:none!important}</style></noscript>');
  });
});
