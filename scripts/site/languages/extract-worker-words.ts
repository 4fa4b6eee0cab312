import { types as t, transformAsync } from '@babel/core';
import type { defineConfig } from '@lingui/cli';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { parseMessage } from '#worker/words/parse-message.ts';

type Extractor = NonNullable<Parameters<typeof defineConfig>[0]['extractors']>[number];

/** Extracts the messages that the Worker passes to `t` (worker/words/words.ts). Wrangler runs no macros, so `t` is a function there. */
export const workerExtractor: Extractor = {
  match: (filename) => /\/worker\/(?:mails|pdf|routes)\/.*\.ts$/.test(filename),
  async extract(filename, code, onMessageExtracted) {
    await transformAsync(code, {
      filename,
      code: false,
      babelrc: false,
      configFile: false,
      parserOpts: { plugins: ['typescript'] },
      plugins: [
        {
          visitor: {
            CallExpression(path) {
              const { callee, arguments: values, loc } = path.node;
              if (!t.isIdentifier(t.isMemberExpression(callee) ? callee.property : callee, { name: 't' })) return;
              const [message] = values;
              if (!t.isStringLiteral(message)) throw path.buildCodeFrameError('The message must be a string literal.');
              parseMessage(message.value);
              onMessageExtracted({
                id: generateMessageId(message.value),
                message: message.value,
                origin: [filename, loc?.start.line ?? 0],
              });
            },
          },
        },
      ],
    });
  },
};
