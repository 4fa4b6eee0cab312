/**
 * Runs after the build. Renders public pages, page frames for members' pages, the shell for all other pages, and files for search engines
 * into dist/web. The site's URL is filled in later (scripts/site/fill-site.ts).
 */
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Manifest } from 'vite';
import { languages } from '#schema/languages.ts';
import { hashMessage, type Message } from '#schema/message.ts';
import { type MemberRouteName, memberRouteNames, type PrerenderedName, prerendered, type RouteName, routes } from '#schema/routes.ts';
import { figuresChunk, findChunk, frameChunk } from '#scripts/site/chunk-groups.ts';
import { criticalCss } from '#scripts/site/critical-css.ts';
import { findUnmarkedText, listPageIds, writePageWords } from '#scripts/site/languages/page-words.ts';
import { type Catalogue, changedEnglish, readCatalogues, wordsOf } from '#scripts/site/languages/read-catalogue.ts';
import { translateNotices } from '#scripts/site/languages/schema-texts.ts';
import { encodingRules, getFrameFile, getPageFile, robots, sitemap } from '#scripts/site/site-files.ts';
import {
  clickReplayScript,
  collectPageFiles,
  type DescribedPage,
  fetchUserScript,
  hideEnglishScript,
  loadDeferredScript,
  memberDocument,
  openInLanguageScript,
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
  startPrerendering: (language: string, words: Record<string, Message>, paths: Record<string, string[]>) => void;
  renderPage: (name: PrerenderedName) => Promise<string>;
  memberPages: Record<MemberRouteName, string>;
  shellPages: Partial<Record<RouteName, string>>;
  renderFrame: (name: MemberRouteName) => Promise<string>;
}

async function prerender(): Promise<void> {
  await buildRendering();
  const { prerenderedPages, memberPages, shellPages, ...english } = await loadRendering('en');
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const modules: Partial<Record<RouteName, string>> = { ...memberPages, ...shellPages };
  for (const [name, { module }] of Object.entries(prerenderedPages)) modules[name as PrerenderedName] = module;
  const idsByPage = await listPageIds(dist, manifest, modules);
  const catalogues = await readCatalogues({ includesAll: process.env.ALL_LANGUAGES !== undefined });
  const complete = await listCompletePages(catalogues, idsByPage);
  const paths = Object.fromEntries(
    Object.keys(catalogues).map((language) => [language, (complete[language] ?? []).map((name) => routes[name].path)]),
  );
  const version = writePageWords(dist, idsByPage, catalogues);
  const shell = withWords(readFileSync(join(dist, 'index.html'), 'utf8'), version, paths);
  const inlineStyles = ({ sheets }: PageFiles, html: string) => criticalCss(sheets.map(readBuiltFile).join(''), shell + html);
  const names = Object.keys(prerendered) as PrerenderedName[];
  /** A page needs the same styles in all languages. */
  const stylesOfPages: Record<string, string> = {};
  async function writePage(page: DescribedPage, html: string, shellOfPage = shell) {
    const files = collectPageFiles([page.module], manifest);
    const file = join(dist, getPageFile(page));
    const styles = stylesOfPages[page.name] ?? (await inlineStyles(files, html));
    stylesOfPages[page.name] = styles;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, prerenderedDocument(shellOfPage, page, html, files, styles));
  }
  const describe = (name: PrerenderedName) => {
    const translations = Object.keys(complete).filter((language) => complete[language]?.includes(name));
    const alternates = translations.map((language) => [language, `/${language}${routes[name].path}`]);
    const all = alternates.length === 0 ? {} : Object.fromEntries([['en', routes[name].path], ...alternates]);
    return { name, ...routes[name], ...prerendered[name], ...prerenderedPages[name], alternates: all };
  };
  english.startPrerendering('en', {}, paths);
  for (const name of names) await writePage(describe(name), await english.renderPage(name));
  for (const [language, pages] of Object.entries(complete)) {
    const words = wordsOf(catalogues[language] ?? {});
    const translate = (text: string) => String(words[hashMessage(text)] ?? text);
    const { startPrerendering, renderPage, prerenderedPages: translatedPages } = await loadRendering(language);
    startPrerendering(language, words, paths);
    for (const name of pages) {
      const page = describe(name);
      const translation = { language, translate, words: `/assets/words/${version}/${language}/${name}.json` };
      await writePage(
        { ...page, ...translatedPages[name], path: `/${language}${page.path}`, translation },
        await renderPage(name),
        translateNotices(shell, translate),
      );
    }
  }
  /**
   * Returns the texts in built code as tags, because the tags and classes of what it renders are among them. `input` is only a word of
   * valibot: the greeting and the figures have no fields.
   */
  const listTexts = (codeFiles: string[]) =>
    codeFiles
      .flatMap((file) => readBuiltFile(file).match(/(["'`])[a-z][\w -]*\1/g) ?? [])
      .map((text) => `<${text.slice(1, -1)}>`)
      .filter((tag) => tag !== '<input>')
      .join('');
  const shared = collectPageFiles([], manifest);
  for (const name of memberRouteNames) {
    const html = await english.renderFrame(name);
    const files = collectPageFiles([findChunk(manifest, frameChunk), memberPages[name]], manifest);
    const page = { name, ...routes[name] };
    const hasGreeting = name === 'dashboard';
    // The critical CSS of the dashboard also has the styles of its greeting and figures.
    const first = collectPageFiles([findChunk(manifest, frameChunk), memberPages[name], findChunk(manifest, figuresChunk)], manifest);
    const ownModules = first.modules.filter((file) => !shared.modules.includes(file));
    const styles = hasGreeting ? await inlineStyles(first, html + listTexts(ownModules)) : await inlineStyles(files, html);
    const filesOfPage = hasGreeting ? { ...files, sheets: first.sheets } : files;
    writeFileSync(join(dist, getFrameFile(name)), memberDocument(shell, page, html, filesOfPage, styles, hasGreeting));
  }
  const listed = names.filter((name) => prerendered[name].indexed === 'by_sitemap');
  writeFileSync(join(dist, 'shell.html'), shell);
  writeFileSync(join(dist, 'robots.txt'), robots());
  writeFileSync(
    join(dist, 'sitemap.xml'),
    sitemap(
      Object.entries(complete).flatMap(([language, pages]) =>
        pages.filter((name) => listed.includes(name)).map((name) => `/${language}${routes[name].path}`),
      ),
    ),
  );
  allowInlineScripts([shell, clickReplayScript, loadDeferredScript, fetchUserScript, openInLanguageScript, hideEnglishScript].join(''));
  writeEncodingHeaders();
  console.log(`Prerendered ${names.length} pages and ${memberRouteNames.length} member page frames`);
  for (const [language, pages] of Object.entries(complete)) console.log(`Pages in ${language}: ${pages.join(', ') || 'none'}`);
}

/**
 * Returns the prerendered pages in each language whose words are complete: every text is part of a message, and every message is
 * translated.
 */
async function listCompletePages(
  catalogues: Record<string, Catalogue>,
  idsByPage: Record<string, Set<string>>,
): Promise<Record<string, PrerenderedName[]>> {
  const translated = Object.entries(catalogues).filter(([language]) => Object.hasOwn(languages, language));
  if (translated.length === 0) return {};
  const { startPrerendering, renderPage } = await loadRendering('without-letters');
  // Lists and numbers in Japanese have no letters.
  startPrerendering('ja', wordsOf(await changedEnglish((text) => text.replace(/\p{L}/gu, ''))), {});
  const marked: PrerenderedName[] = [];
  for (const name of Object.keys(prerendered) as PrerenderedName[]) {
    const unmarked = findUnmarkedText(await renderPage(name));
    // The not-found page has no address.
    if (name !== 'notFound' && unmarked.length === 0) marked.push(name);
    else if (process.env.SHOW_UNMARKED !== undefined) console.log(name, unmarked);
  }
  const pagesOf = (catalogue: Catalogue) =>
    marked.filter((name) => [...(idsByPage[name] ?? [])].every((id) => Object.hasOwn(catalogue, id)));
  return Object.fromEntries(translated.map(([language, catalogue]) => [language, pagesOf(catalogue)]));
}

/** Writes into the shell the version of the words, and the paths of the pages in each language. */
function withWords(shell: string, version: string, paths: Record<string, string[]>): string {
  const list = Object.keys(paths).length === 0 ? '' : ` data-languages='${JSON.stringify(paths)}'`;
  return replaceOnce(shell, [[/<html lang="en"/, `<html lang="en" data-words="${version}"${list}`]]);
}

function readBuiltFile(file: string): string {
  return readFileSync(join(dist, file), 'utf8');
}

async function buildRendering(): Promise<void> {
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: 'prerender/render.tsx',
      outDir: rendering,
      emptyOutDir: true,
      manifest: false,
      rolldownOptions: { output: { codeSplitting: true } },
    },
  });
  // Defines globals that page modules use when they are loaded but that Node lacks.
  Object.assign(globalThis, { addEventListener: () => {} });
}

/** Loads the code once per language, because modules store the language and its formats. */
async function loadRendering(language: string): Promise<Rendering> {
  const copy = `${rendering}-${language}`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(rendering, copy, { recursive: true });
  return (await import(join(copy, 'render.js'))) as Rendering;
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
