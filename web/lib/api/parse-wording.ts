import type { Message } from '#schema/message.ts';

/** Splits a wording at its parameters, which are in braces. */
export function parseWording(wording: string): Message {
  const parts = wording.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? ([part] as [string]) : part));
  return parts.length === 1 ? wording : parts.filter((part) => part !== '');
}
