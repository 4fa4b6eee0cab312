/** Finds text in components that no message contains, so that it would stay English in other languages. */
import { globSync, readFileSync } from 'node:fs';
import { parseSync, types as t, traverse } from '@babel/core';
import { expect, test } from 'vitest';

/** Sources that are in English in every language, and the full text of the law. */
const isEnglish = (file: string) =>
  /\/admin\/|features\/admin\/|pages\/(admin|developer|legal)\/|test-card-api|test-qr|ViewingBanner|ui\/data-table/.test(file);
const textAttributes = /^(label|title|alt|placeholder|aria-label|data-label|pendingLabel|failed|hint|moreFailed)$/;
const hasWord = (text: string) => /\p{L}{2}/u.test(text);

/** Returns the text between tags outside of `Trans` and names, and in attributes that readers see. */
function findText(code: string, filename: string): string[] {
  const ast = parseSync(code, { filename, babelrc: false, configFile: false, parserOpts: { plugins: ['typescript', 'jsx'] } });
  const found: string[] = [];
  traverse(ast as NonNullable<typeof ast>, {
    JSXElement(path) {
      const { name, attributes } = path.node.openingElement;
      const isName = attributes.some((attribute) => t.isJSXAttribute(attribute) && attribute.name.name === 'translate');
      if (isName || t.isJSXIdentifier(name, { name: 'Trans' })) path.skip();
    },
    JSXText({ node }) {
      if (hasWord(node.value)) found.push(node.value.trim());
    },
    JSXAttribute({ node: { name, value } }) {
      if (textAttributes.test(String(name.name)) && t.isStringLiteral(value) && hasWord(value.value)) found.push(value.value);
    },
  });
  return found;
}

test('a component’s text is in messages', () => {
  const files = globSync('web/{features,pages,frame,ui}/**/*.tsx').filter((file) => !isEnglish(file));
  const found = files.flatMap((file) => findText(readFileSync(file, 'utf8'), file).map((text) => `${file}: ${text}`));
  expect(found).toEqual([]);
});

test('a deliberate mistake is found', () => {
  const code = '<p aria-label="Close"><Trans>Marked <b>text</b></Trans> <i translate="no">Name</i> {t`Marked`} Find</p>';
  expect(findText(code, 'mistake.tsx')).toEqual(['Close', 'Find']);
});
