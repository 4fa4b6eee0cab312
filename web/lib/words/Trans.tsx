import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import type { Message, Values } from '#schema/message.ts';
import { readWords } from '#web/lib/words/words.ts';

interface TransProps {
  /** Needed only if the same English has several translations. */
  id?: string;
  message: Message;
  values?: Values;
  /** Elements for the tags `<0>` and `<0/>`. */
  components?: Record<string, ReactElement>;
}

/** Rendered by the code that the `Trans` macro generates: a message in which tags stand for elements such as links. */
export function Trans({ id, message, values, components = {} }: TransProps) {
  const root: ReactNode[] = [];
  const open: { tag: string; children: ReactNode[] }[] = [];
  const add = (node: ReactNode) => (open.at(-1)?.children ?? root).push(node);
  const addElement = (tag: string, children: ReactNode[]) => {
    const element = components[tag];
    // A translation may have a tag that the code lacks. Its content is shown without the element.
    add(element ? cloneElement(element, undefined, ...children) : createElement(Fragment, undefined, ...children));
  };
  for (const part of readWords(message, values, id)) {
    if (typeof part === 'string') {
      for (const piece of part.split(/(<\/?\d+\/?>)/)) {
        const [, slash, tag, isEmpty] = /^<(\/?)(\d+)(\/?)>$/.exec(piece) ?? [];
        if (tag === undefined) add(piece);
        else if (isEmpty) addElement(tag, []);
        else if (slash) addElement(tag, open.pop()?.children ?? []);
        else open.push({ tag, children: [] });
      }
    } else add(part[0] as ReactNode);
  }
  return createElement(Fragment, undefined, ...root);
}
