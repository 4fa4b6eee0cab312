/**
 * The styles that a drawn page needs before anything else: those of the built sheets that its HTML may use. They stand in
 * the page itself, so that the first paint waits for no other file; the whole sheets follow right after it.
 */

/** `prelude { body }`, or a statement (`@layer pico;`) without body. */
interface Rule {
  prelude: string;
  body: string | undefined;
}

const groups = /^@(media|supports|layer|container)\b/;

/** What of `css` (minified) applies to `html`, or may: kept in doubt, in its order. */
export function firstStyles(css: string, html: string): string {
  const has = presence(html);
  return withoutUnused(
    rewritten(css, (prelude, body) => {
      const selectors = splitAt(prelude, ',').filter(has);
      return selectors.length > 0 ? `${selectors.join(',')}{${body}}` : '';
    }),
  );
}

/** `css` with each rule that styles something as `rule` answers it; groups of which nothing is left go, and so does what is for print. */
function rewritten(css: string, rule: (prelude: string, body: string) => string): string {
  return rulesOf(css)
    .map(({ prelude, body }) => {
      if (body === undefined) return `${prelude};`;
      if (/^@media print\b/.test(prelude)) return '';
      if (groups.test(prelude)) {
        const inner = rewritten(body, rule);
        return inner && `${prelude}{${inner}}`;
      }
      return prelude.startsWith('@') ? `${prelude}{${body}}` : rule(prelude, body);
    })
    .join('');
}

/** Whether a selector can match: every tag, class, id and attribute it asks for is somewhere in the HTML. */
function presence(html: string): (selector: string) => boolean {
  const tags = new Set([...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, tag = '']) => tag.toLowerCase()));
  const attributes = new Set<string>();
  const values = new Set<string>();
  const words = new Set<string>();
  for (const [, name = '', value = ''] of html.matchAll(/\s([a-z][\w:-]*)="([^"]*)"/gi)) {
    attributes.add(name.toLowerCase());
    values.add(`${name.toLowerCase()}=${value}`);
    if (name === 'class' || name === 'className') for (const word of value.split(/\s+/)) words.add(`.${word}`);
    if (name === 'id') words.add(`#${value}`);
  }
  // Set by a script before the first paint (web/index.html).
  words.add('.maybe-member');

  function has(selector: string): boolean {
    const { simple, choices } = withoutFunctions(selector);
    // Where the pointer and the focus are is a matter of later.
    if (/::?(-|selection|backdrop)|:(hover|active|focus|focus-visible|focus-within|target|popover-open|user-invalid)\b/.test(simple))
      return false;
    return (
      choices.every((choice) => splitAt(choice, ',').some(has)) &&
      [...simple.matchAll(/[.#](?:[\w-]|\\.)+/g)].every(([word]) => words.has(word.replaceAll('\\', ''))) &&
      [...simple.matchAll(/\[([\w-]+)(?:(=)["']?([^"'\]]*)["']?[^\]]*|[^\]]*)\]/g)].every(([, name = '', equals, value]) =>
        equals ? values.has(`${name}=${value}`) : attributes.has(name),
      ) &&
      [...simple.replace(/\[[^\]]*\]|::?[\w-]+|[.#](?:[\w-]|\\.)+/g, ' ').matchAll(/[a-z][\w-]*/gi)].every(([tag]) =>
        tags.has(tag.toLowerCase()),
      )
    );
  }
  return has;
}

/** A selector without its `:not(…)`, and the lists of its `:is(…)` and `:where(…)` apart. */
function withoutFunctions(selector: string): { simple: string; choices: string[] } {
  const choices: string[] = [];
  let simple = '';
  let from = 0;
  for (;;) {
    const start = selector.indexOf('(', from);
    if (start === -1) return { simple: simple + selector.slice(from), choices };
    const end = closing(selector, start);
    const name = /:[\w-]+$/.exec(selector.slice(from, start))?.[0] ?? '';
    simple += selector.slice(from, start - name.length);
    if (name === ':is' || name === ':where') choices.push(selector.slice(start + 1, end));
    from = end + 1;
  }
}

/** Drops custom properties that nothing reads, and animations that nothing runs. */
function withoutUnused(css: string): string {
  let current = css;
  for (;;) {
    const read = new Set([...current.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
    const next = declarationsDropped(current, read);
    if (next.length === current.length) break;
    current = next;
  }
  return current.replace(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (rule, name: string) =>
    new RegExp(`animation[^;}]*\\b${name}\\b`).test(current.replace(rule, '')) ? rule : '',
  );
}

function declarationsDropped(css: string, read: Set<string | undefined>): string {
  return rewritten(css, (prelude, body) => {
    const declarations = splitAt(body, ';').filter((declaration) => {
      const name = /^\s*(--[\w-]+)\s*:/.exec(declaration)?.[1];
      return name === undefined || read.has(name);
    });
    return declarations.length > 0 ? `${prelude}{${declarations.join(';')}}` : '';
  });
}

/** The rules of one level. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  let from = 0;
  for (let at = 0; at < css.length; at += 1) {
    const letter = css[at];
    if (letter === '"' || letter === "'" || letter === '(' || letter === '[') at = closing(css, at);
    else if (letter === ';') {
      rules.push({ prelude: css.slice(from, at).trim(), body: undefined });
      from = at + 1;
    } else if (letter === '{') {
      const end = closing(css, at);
      rules.push({ prelude: css.slice(from, at).trim(), body: css.slice(at + 1, end) });
      at = end;
      from = end + 1;
    }
  }
  if (css.slice(from).trim() !== '') throw new Error(`first styles: cannot read "${css.slice(from, from + 60)}"`);
  return rules;
}

/** Pieces between `separator`, outside of strings and brackets. */
function splitAt(text: string, separator: ',' | ';'): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (`"'([{`.includes(text[at] ?? '')) at = closing(text, at);
    else if (text[at] === '\\') at += 1;
    else if (text[at] === separator) {
      pieces.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...pieces, text.slice(from)].map((piece) => piece.trim()).filter((piece) => piece !== '');
}

const closings: Record<string, string> = { '(': ')', '[': ']', '{': '}', '"': '"', "'": "'" };

/** Where the bracket or string that begins at `start` ends. */
function closing(text: string, start: number): number {
  const end = closings[text[start] ?? ''];
  const isString = text[start] === end;
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === end) return at;
    else if (!isString && (text[at] ?? '') in closings) at = closing(text, at);
  }
  throw new Error(`first styles: nothing closes "${text.slice(start, start + 60)}"`);
}
