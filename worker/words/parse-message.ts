import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Message } from '#schema/message.ts';

/** Parses an ICU message. Throws if the syntax is wrong, or if it formats a value, which the code does before. */
export function parseMessage(text: string): Message {
  return simplify(compileMessageOrThrow(text) as Message);
}

function simplify(message: Message): Message {
  if (typeof message === 'string') return message;
  // Text alone is a string, which is shorter than a list of one.
  if (message.length === 1 && typeof message[0] === 'string' && message[0] !== '#') return message[0];
  return message.map((token) => {
    if (typeof token === 'string') return token;
    const [name, kind, cases] = token;
    if (kind === undefined) return token;
    if (!cases || (kind !== 'plural' && kind !== 'select')) throw new Error(`A message cannot use {${name}, ${kind}}.`);
    const filledCases = Object.entries(cases).filter(([, value]) => value !== undefined);
    return [name, kind, Object.fromEntries(filledCases.map(([key, value]) => [key, simplify(value)]))];
  });
}
