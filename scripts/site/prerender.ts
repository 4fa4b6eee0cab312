/**
 * Runs after the build. Renders public pages, page frames for members' pages, the shell for all other pages, and files for search engines
 * into dist/web. The site's URL is filled in later (scripts/site/fill-site.ts).
 */
import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Manifest } from 'vite';
import { type MemberRouteName, memberRouteNames, type PrerenderedName, prerendered, routeNames, routes } from '#schema/routes.ts';
import { criticalCss } from '#scripts/site/critical-css.ts';
import { writePageWords } from '#scripts/site/languages/page-words.ts';
import { readCatalogues } from '#scripts/site/languages/read-catalogue.ts';
import { encodingRules, getFrameFile, getPageFile, robots, sitemap } from '#scripts/site/site-files.ts';
import {
  clickReplayScript,
  collectPageFiles,
  fetchUserScript,
  loadDeferredScript,
  memberDocument,
  type PageFiles,
  prerenderedDocument,
  replaceOnce,
} from '#web/prerender/document.ts';
import type { PrerenderedPage } from '#web/prerender/pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist', 'web');
const rendering = join(root, 'dist', 'prerender');

interface Rendering {
  prerenderedPages: Record<PrerenderedName, PrerenderedPage>;
  renderPage: (name: PrerenderedName) => Promise<string>;
  memberPages: Record<MemberRouteName, string>;
  memberFrame: string[];
  renderFrame: (name: MemberRouteName) => Promise<string>;
}

async function prerender(): Promise<void> {
  const { prerenderedPages, renderPage, memberPages, memberFrame, renderFrame } = await buildRendering();
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const modules: Record<string, string | undefined> = { ...memberPages };
  for (const [name, { module }] of Object.entries(prerenderedPages)) modules[name] = module;
  const shell = await withWords(readFileSync(join(dist, 'index.html'), 'utf8'), modules, manifest);
  const inlineStyles = ({ sheets }: PageFiles, html: string) => criticalCss(sheets.map(readBuiltFile).join(''), shell + html);
  const names = Object.keys(prerendered) as PrerenderedName[];
  for (const name of names) {
    const page = { name, ...routes[name], ...prerendered[name], ...prerenderedPages[name] };
    const html = await renderPage(name);
    const files = collectPageFiles([page.module], manifest);
    writeFileSync(join(dist, getPageFile(page)), prerenderedDocument(shell, page, html, files, await inlineStyles(files, html)));
  }
  for (const name of memberRouteNames) {
    const html = await renderFrame(name);
    const files = collectPageFiles([...memberFrame, memberPages[name]], manifest);
    const page = { name, ...routes[name] };
    writeFileSync(join(dist, getFrameFile(name)), memberDocument(shell, page, html, files, await inlineStyles(files, html)));
  }
  writeFileSync(join(dist, 'shell.html'), shell);
  writeFileSync(join(dist, 'robots.txt'), robots());
  writeFileSync(join(dist, 'sitemap.xml'), sitemap());
  allowInlineScripts(`${shell}${clickReplayScript}${loadDeferredScript}${fetchUserScript}`);
  writeEncodingHeaders();
  console.log(`Prerendered ${names.length} pages and ${memberRouteNames.length} member page frames`);
}

/** Writes the words of other languages, and their version into the shell. `TEST_LANGUAGES=1` adds the languages for testing. */
async function withWords(shell: string, modules: Record<string, string | undefined>, manifest: Manifest): Promise<string> {
  const withTestLanguages = process.env.TEST_LANGUAGES !== undefined;
  const catalogues = await readCatalogues({ withTestLanguages });
  const modulesOfPages = Object.fromEntries(routeNames.map((name) => [name, modules[name]]));
  const version = writePageWords({ dist, manifest, modules: modulesOfPages, catalogues });
  return replaceOnce(shell, [
    [/<html lang="en"/, `<html lang="en" data-words="${version}"${withTestLanguages ? ' data-test-languages' : ''}`],
  ]);
}

function readBuiltFile(file: string): string {
  return readFileSync(join(dist, file), 'utf8');
}

async function buildRendering(): Promise<Rendering> {
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: 'prerender/render.tsx',
      outDir: rendering,
      emptyOutDir: true,
      manifest: false,
      rolldownOptions: { output: { codeSplitting: {} } },
    },
  });
  // Defines globals that page modules use when they are loaded but that Node lacks.
  Object.assign(globalThis, { addEventListener: () => {} });
  return (await import(join(rendering, 'render.js'))) as Rendering;
}

function allowInlineScripts(shell: string): void {
  const file = join(dist, '_headers');
  const hashes = [...shell.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  writeFileSync(file, replaceOnce(readFileSync(file, 'utf8'), [[/script-src 'self'/, ["script-src 'self'", ...hashes].join(' ')]]));
}

function writeEncodingHeaders(): void {
  const file = join(dist, '_headers');
  const rulesBefore = readFileSync(file, 'utf8').match(/^\//gm)?.length ?? 0;
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  appendFileSync(file, encodingRules(files.sort(), rulesBefore));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await prerender();
  // React's scheduler keeps a message port open, which would otherwise keep the process alive.
  process.exit();
}
