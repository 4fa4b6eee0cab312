/** Vite plugins for the site's words: the macros, and every language's words on the development server. */
import { type NodePath, type PluginObj, types as t, transformAsync } from '@babel/core';
import linguiMacros from '@lingui/babel-plugin-lingui-macro';
import type { Plugin } from 'vite';
import { readCatalogues, wordsOf } from '#scripts/site/languages/read-catalogue.ts';
import { parseMessage } from '#worker/words/parse-message.ts';

/** Lingui's id of each message in a file, by file. */
const idsByFile = new Map<string, string[]>();

/**
 * Parses the English messages that the macros generate, and removes their ids (`hashMessage`). Refuses words that would be read while a
 * module loads, because the language's words may not have arrived yet.
 */
function parseEnglish(file: string): PluginObj {
  function rewrite(path: NodePath<t.ObjectExpression>) {
    const fields = new Map(
      path.node.properties.flatMap((field) =>
        t.isObjectProperty(field) && t.isIdentifier(field.key) && t.isExpression(field.value)
          ? [[field.key.name, field.value] as const]
          : [],
      ),
    );
    const [id, message, values] = ['id', 'message', 'values'].map((name) => fields.get(name));
    if (!t.isStringLiteral(id) || !t.isStringLiteral(message)) throw path.buildCodeFrameError('The message must be text.');
    idsByFile.get(file)?.push(id.value);
    const parsed = t.valueToNode(parseMessage(message.value));
    const key = fields.has('context') ? id : undefined;
    const { parentPath } = path;
    if (parentPath.isCallExpression()) {
      if (!path.getFunctionParent())
        throw path.buildCodeFrameError('These words are read before the language has loaded. Move them into a function.');
      parentPath.node.arguments = [parsed, ...(values ? [values] : key ? [t.objectExpression([])] : []), ...(key ? [key] : [])];
    } else {
      const kept = { id: key, message: parsed, values, components: fields.get('components') };
      path.node.properties = Object.entries(kept).flatMap(([name, value]) => (value ? [t.objectProperty(t.identifier(name), value)] : []));
    }
  }
  return {
    visitor: {
      Program: {
        exit: (program) =>
          program.traverse({
            ObjectExpression(path) {
              if (path.node.leadingComments?.some(({ value }) => /^\W*i18n\W*$/.test(value))) rewrite(path);
            },
          }),
      },
    },
  };
}

/**
 * Runs Lingui's macros. Uses Babel because npm omits Lingui's native tools on Node 20. Only files with macros are transformed.
 */
export const macros: Plugin = {
  name: 'macros',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?$/, code: /from '@lingui\/(core|react)\/macro'/ },
    async handler(code, id) {
      idsByFile.set(id, []);
      const result = await transformAsync(code, {
        filename: id,
        babelrc: false,
        configFile: false,
        sourceMaps: true,
        parserOpts: { plugins: ['typescript', ...(id.endsWith('x') ? (['jsx'] as const) : [])] },
        plugins: [[linguiMacros, { descriptorFields: 'all' }], parseEnglish(id)],
      });
      return result?.code == null ? undefined : { code: result.code, map: result.map ?? null };
    },
  },
  /** Lists the messages in each chunk for scripts/site/languages/page-words.ts. */
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
    const ids = chunks.map(({ fileName, moduleIds }) => [fileName, moduleIds.flatMap((file) => idsByFile.get(file) ?? [])]);
    this.emitFile({ type: 'asset', fileName: '.vite/words.json', source: JSON.stringify(Object.fromEntries(ids)) });
  },
};

/** Serves all words of a language for each page, including languages that are not offered and those for testing. */
export const developmentWords: Plugin = {
  name: 'development-words',
  apply: 'serve',
  transformIndexHtml: async (html) => {
    const available = Object.keys(await readCatalogues({ includesAll: true })).map((language) => [language, []]);
    return html.replace(
      '<html lang="en"',
      `<html lang="en" data-words="dev" data-languages='${JSON.stringify(Object.fromEntries(available))}'`,
    );
  },
  configureServer({ middlewares }) {
    middlewares.use('/assets/words/dev/', (request, response, next) => {
      const [, language = ''] = request.url?.split('/') ?? [];
      readCatalogues({ includesAll: true }).then((catalogues) => {
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(wordsOf(catalogues[language] ?? {})));
      }, next);
    });
  },
};
