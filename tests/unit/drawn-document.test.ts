import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type DescribedPage, drawnDocument, earlyPressScript } from '#scripts/drawn-document.ts';

/** As the build leaves it: its own scripts and styles are named at the end of the head. */
const shell = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8')
  .replace(/\s*<script type="module" src=".\/main.tsx"><\/script>/, '')
  .replace(
    '</head>',
    '<script type="module" crossorigin src="/assets/main.js"></script>\n<link rel="modulepreload" crossorigin href="/assets/shell.js">\n<link rel="stylesheet" crossorigin href="/assets/main.css">\n</head>',
  );
const manifest = {
  'index.html': { file: 'assets/main.js', isEntry: true, imports: ['_shell.js'], css: ['assets/main.css'] },
  '_shell.js': { file: 'assets/shell.js' },
  'features/faq/FaqPage.tsx': { file: 'assets/faq.js', imports: ['_list.js', '_shell.js'], css: ['assets/faq.css'] },
  '_list.js': { file: 'assets/list.js', css: ['assets/list.css'] },
};
const sheets: Record<string, string> = {
  'assets/main.css': 'main{margin:0}.ghost{color:red}',
  'assets/list.css': '.list{margin:1px}',
  'assets/faq.css': '.list{margin:2px}',
};
const page: DescribedPage = {
  name: 'faq',
  path: '/faq',
  module: 'features/faq/FaqPage.tsx',
  title: 'Cards & "Tokens" <faq>',
  description: 'It costs $& and $1 "now"',
  indexed: 'by_sitemap',
};
const drawn = '<link rel="preload" as="image" href="/assets/hero.svg"/><main class="list">Price: $&amp; $1 $$</main>';

const draw = (changes: Partial<DescribedPage> = {}, html = drawn, from = shell) =>
  drawnDocument(from, { ...page, ...changes }, html, manifest, (file) => sheets[file] ?? '');

test('the page stands in the root as it was drawn, and its early pictures in the head', () => {
  const text = draw();
  expect(text).toContain('<div id="root" data-page="faq"><main class="list">Price: $&amp; $1 $$</main></div>');
  expect(text.indexOf('rel="preload"')).toBeLessThan(text.indexOf('</head>'));
});

test('what is told of the page is escaped', () => {
  const text = draw();
  expect(text).toContain('<title>Cards &amp; &quot;Tokens&quot; &lt;faq&gt; · Earn Vacations Geocaching</title>');
  expect(text).toContain('<meta name="description" content="It costs $&amp; and $1 &quot;now&quot;" />');
  expect(text).toContain('<meta property="og:title" content="Cards &amp; &quot;Tokens&quot; &lt;faq&gt; · Earn Vacations Geocaching" />');
});

test('a data block cannot end itself', () => {
  const text = draw({ data: { text: '</script><script>alert(1)</script>' } });
  expect(text).not.toContain('<script>alert');
  expect(text).toContain('\\u003c/script>');
});

test('search engines are told the address, or to stay away', () => {
  expect(draw()).toContain('<link rel="canonical" href="__SITE_ORIGIN__/faq" />');
  expect(draw()).not.toContain('noindex');
  expect(draw({ indexed: false })).toContain('<meta name="robots" content="noindex" />');
  expect(draw({ indexed: false })).not.toContain('canonical');
});

test('the first paint waits for no other file: whole styles and code come after it, each once and in order', () => {
  const text = draw();
  const later = /<template id="later">(.*?)<\/template>/s.exec(text)?.[1] ?? '';
  expect(Array.from(later.matchAll(/(?:src|href)="([^"]+)"/g), ([, file]) => file)).toEqual([
    ...['/assets/main.css', '/assets/list.css', '/assets/faq.css'],
    ...['/assets/shell.js', '/assets/list.js', '/assets/faq.js', '/assets/main.js'],
  ]);
  const rest = text.replace(/<template.*?<\/template>/s, '').replace(/<noscript>.*?<\/noscript>/s, '');
  expect(rest).not.toMatch(/stylesheet|modulepreload|type="module"/);
  expect(rest).toContain('<style>main{margin:0}.list{margin:1px}.list{margin:2px}</style>');
});

test('presses are kept before any button is there to be pressed', () => {
  const [before = ''] = draw().split('<main');
  expect(before).toContain(earlyPressScript);
});

test('without JavaScript the whole styles apply, and nothing says that JavaScript is needed', () => {
  const [head = '', body = ''] = draw().split('</head>');
  expect(/<noscript>(.*?)<\/noscript>/s.exec(head)?.[1]?.match(/rel="stylesheet"/g)).toHaveLength(3);
  expect(body).not.toContain('noscript');
});

test('a shell, a build or a page that lacks something stops the build', () => {
  expect(() => draw({}, drawn, shell.replace('<div id="root"></div>', ''))).toThrow('there is no');
  expect(() => draw({ module: 'features/gone/GonePage.tsx' })).toThrow('the build has no features/gone/GonePage.tsx');
});
