import { breakLines, isFullWidth } from '#worker/words/line-breaks.ts';
import type { Words } from '#worker/words/words.ts';
import type { Block, MailContent } from './content.ts';
import type { Footer } from './html-frame.ts';

/** In columns: a Japanese letter takes two. */
const lineLength = 76;

export function renderText(content: MailContent, { publicOrigin, unsubscribeUrl }: Footer, { t }: Words): string {
  const footer = [content.reason, publicOrigin, ...(unsubscribeUrl ? [`${t('Unsubscribe')}:`, unsubscribeUrl] : [])];
  const body = content.body.map(blockText).filter(Boolean);
  const parts = [wrap(content.heading), ...body, ['--', ...footer.map((line) => wrap(line))].join('\n')];
  return `${parts.join('\n\n')}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'button':
    case 'link':
      return `${wrap(`${block.label}:`)}\n${block.url}`;
    case 'facts':
      return block.rows.map(([name, value]) => wrap(`${name}: ${value}`)).join('\n');
    case 'quote':
      return block.lines
        .map((line) =>
          wrap(line, lineLength - 2)
            .replace(/^/gm, '> ')
            .replace(/ +$/gm, ''),
        )
        .join('\n');
    default:
      return wrap(block.text);
  }
}

/** Wraps lines between words and Japanese letters, so URLs stay intact. */
function wrap(text: string, length = lineLength): string {
  const fits = (line: string) => [...line].reduce((columns, letter) => columns + (isFullWidth(letter) ? 2 : 1), 0) <= length;
  return text
    .split('\n')
    .map((line) => breakLines(line, fits).join('\n'))
    .join('\n');
}
