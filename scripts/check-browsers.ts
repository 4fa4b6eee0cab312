/**
 * `npm run check:browsers`, after a build: rejects features in the site's scripts and styles that the oldest supported browsers lack,
 * according to MDN's compatibility data. `accepted` lists features that the site can work without. Names are matched without types, so a
 * method is rejected only if no supported interface has a method of that name. Rules within `@supports` are skipped.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Identifier } from '@mdn/browser-compat-data';
import * as css from 'css-tree';
import { parseSync, Visitor } from 'vite';
import { compatData, findPart, isNewer, isWidespread, listParts } from '#scripts/site/browser-floor.ts';

/**
 * Features that the site may use even though the oldest supported browsers lack them, grouped by the reason why the site also works without
 * them.
 */
const accepted: Record<string, string[]> = {
  'Own names that equal those of newer interfaces': [
    ...['.address', '.bytes', '.changed', '.component', '.entry', '.format', '.getName', '.grow', '.role', '.subject', '.take'],
    ...['.toArray', '.use'],
  ],
  'React reads these only where it finds them': [
    ...['.canIntercept', '.currentEntry', '.fetchPriority', '.imageSizes', '.movementX', '.movementY', '.skipTransition'],
    ...['.startViewTransition', '.transition', 'ViewTransition'],
  ],
  'Libraries test for these': [
    ...['.authenticatorAttachment', '.getAuthenticatorData', '.getPublicKey', '.getPublicKeyAlgorithm', '.getTransports'],
    ...['.isConditionalMediationAvailable', 'PublicKeyCredential.isConditionalMediationAvailable'],
    ...['.letterSpacing', 'Error.captureStackTrace', 'Symbol.dispose', 'URL.canParse'],
  ],
  'Back buttons use the length of the history instead': ['.canGoBack'],
  'The menu shows its links in the header instead': ['.hidePopover', '.popover', ':popover-open', 'popover='],
  'Rules within @supports replace what the layout needs; the rest is color': [':has'],
  'Ignored without harm': [
    ...['::-webkit-slider-runnable-track', '::-webkit-slider-thumb', 'backdrop-filter', 'hyphens', 'scrollbar-width', 'text-wrap'],
    'user-select',
    'word-break: auto-phrase',
  ],
};

const { api, css: styles, html, javascript } = compatData;
const interfaces = new Map([...listParts(api), ...listParts(javascript.builtins)]);
/** Excludes interfaces whose members are CSS properties and descriptors. */
const members = [...interfaces].flatMap(([name, feature]) => (/Descriptors$|^CSSStyle/.test(name) ? [] : listParts(feature)));
const membersByName = groupByName(members.map(([name, member]) => [name.replace(/_(?:static|event)$/, ''), member]));
const attributes = new Map(listParts(html.global_attributes).map(([name, feature]) => [name.toLowerCase(), feature]));
const types = listParts(styles.types);
const typesByName = groupByName([...types, ...types.flatMap(([, type]) => listParts(type))]);

function groupByName(features: [string, Identifier][]): Map<string, Identifier[]> {
  const groups = Map.groupBy(features, ([name]) => name);
  return new Map([...groups].map(([name, entries]) => [name, entries.map(([, feature]) => feature)]));
}

/** Lists the features used in a script that the oldest supported browsers lack. */
export function findInScript(code: string): string[] {
  const unsupportedFeatures = new Set<string>();
  const { program, errors } = parseSync('script.js', code);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  new Visitor({
    Identifier({ name }) {
      if (name.length > 2 && isNewer(interfaces.get(name))) unsupportedFeatures.add(name);
    },
    MemberExpression({ object, property, computed }) {
      if (computed || property.type !== 'Identifier') return;
      const { name } = property;
      const owner = object.type === 'Identifier' ? object.name : '';
      const knownFeature = findPart(interfaces.get(owner), `${name}_static`) ?? findPart(interfaces.get(owner), name);
      if (knownFeature) {
        if (isNewer(knownFeature)) unsupportedFeatures.add(`${owner}.${name}`);
        return;
      }
      const candidates = membersByName.get(name) ?? [];
      if (candidates.some(isWidespread) && candidates.every(isNewer)) unsupportedFeatures.add(`.${name}`);
    },
    Property({ key }) {
      if (key.type === 'Identifier' && isNewer(attributes.get(key.name.toLowerCase()))) unsupportedFeatures.add(`${key.name}=`);
    },
    Literal(node) {
      if ('regex' in node && node.regex?.flags.includes('v')) unsupportedFeatures.add('RegExp.unicodeSets');
    },
  }).visit(program);
  return [...unsupportedFeatures];
}

/** Lists the features used in a style sheet that the oldest supported browsers lack. */
export function findInStyles(text: string): string[] {
  const unsupportedFeatures = new Set<string>();
  const { properties, selectors, 'at-rules': atRules } = styles;
  css.walk(css.parse(text), {
    enter(this: css.WalkContext, node: css.CssNode) {
      if (node.type === 'Atrule' && node.name === 'supports') return this.skip;
      if (node.type === 'Atrule' && isNewer(atRules[node.name])) unsupportedFeatures.add(`@${node.name}`);
      if (node.type === 'PseudoClassSelector' && isNewer(selectors[node.name])) unsupportedFeatures.add(`:${node.name}`);
      if (node.type === 'PseudoElementSelector' && isNewer(selectors[node.name])) unsupportedFeatures.add(`::${node.name}`);
      if (node.type === 'NestingSelector') unsupportedFeatures.add('nesting');
      if (node.type === 'Declaration' && !node.property.startsWith('-')) {
        const property = properties[node.property];
        if (isNewer(property)) unsupportedFeatures.add(node.property);
        else if (property)
          for (const word of findWords(node.value))
            if (isNewer(findPart(property, word))) unsupportedFeatures.add(`${node.property}: ${word}`);
      }
      if (node.type === 'Function' || node.type === 'Dimension') {
        const name = node.type === 'Function' ? node.name : node.unit;
        const candidates = typesByName.get(name) ?? [];
        if (candidates.length > 0 && candidates.every(isNewer)) unsupportedFeatures.add(node.type === 'Function' ? `${name}()` : name);
      }
      return undefined;
    },
  });
  return [...unsupportedFeatures];
}

function findWords(value: css.CssNode): string[] {
  const words: string[] = [];
  css.walk(value, (node) => {
    if (node.type === 'Identifier') words.push(node.name);
  });
  return words;
}

/** Checks the inline scripts and styles of a page. Skips `application/…` scripts, which contain data. */
function findInPage(html: string): string[] {
  const scripts = [...html.matchAll(/<script(?![^>]*(?:src=|application\/))[^>]*>([\s\S]+?)<\/script>/g)];
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]+?)<\/style>/g)];
  return [...scripts.flatMap(([, code = '']) => findInScript(code)), ...styles.flatMap(([, text = '']) => findInStyles(text))];
}

const readers: Record<string, (text: string) => string[]> = { js: findInScript, mjs: findInScript, css: findInStyles, html: findInPage };

function checkSite(folder: string): void {
  const problems = new Map<string, string[]>();
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths) {
    for (const feature of readers[path.split('.').at(-1) ?? '']?.(readFileSync(path, 'utf8')) ?? []) {
      problems.set(feature, [...(problems.get(feature) ?? []), relative(folder, path)]);
    }
  }
  const acceptedFeatures = Object.values(accepted).flat();
  const unexpected = [...problems].filter(([feature]) => !acceptedFeatures.includes(feature));
  const unused = acceptedFeatures.filter((feature) => !problems.has(feature));
  for (const [feature, files] of unexpected) console.log(`${feature} in ${files.slice(0, 4).join(', ')}: not in all supported browsers`);
  for (const feature of unused) console.log(`${feature}: in the list of accepted features, but not in the site`);
  if (unexpected.length + unused.length > 0) process.exit(1);
  console.log(`${paths.length} files work in the oldest supported browsers`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) checkSite(fileURLToPath(new URL('../dist/web', import.meta.url)));
