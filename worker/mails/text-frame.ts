import type { Words } from '#worker/words/words.ts';
import type { Block, MailContent } from './content.ts';
import type { Footer } from './html-frame.ts';

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

/** Wraps lines, but only between words, so URLs stay intact. */
function wrap(text: string, length = lineLength): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= length) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
