/** Texts in schema/ and web/index.html, where Lingui's macros do not run. The site looks up their translations with `i18n._`. */
import { readFileSync } from 'node:fs';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { reviewSentences } from '#schema/certificates/certificate.ts';
import type { Message } from '#schema/message.ts';
import { pushWithoutText } from '#schema/messages/push.ts';
import { type Prerendered, prerendered, type RouteName, routeNames, routes } from '#schema/routes.ts';
import { certificateOptions, treasureChestLevels } from '#schema/rules.ts';
import { ownTerms } from '#schema/stays.ts';
import { storedMessages } from '#schema/stored-text.ts';
import { listApiTexts } from '#scripts/site/languages/api-texts.ts';
import { cardImage, siteImage } from '#web/prerender/document.ts';

/** Administrators' and developers' pages are in English. */
const isTranslatable = (name: RouteName) => !name.startsWith('admin') && routes[name].guard !== 'developer';

function titlesOf(name: RouteName): string[] {
  if (!isTranslatable(name)) return [];
  const { description } = (prerendered as Partial<Record<RouteName, Prerendered>>)[name] ?? {};
  return description === undefined ? [routes[name].title] : [routes[name].title, description];
}

/** The notices that web/index.html shows if the code does not load. */
const notice = /(<p id="(?:not-loaded|old-browser)"[^>]*>)(.*?)(?=<\/p>)/g;
const shellSource = new URL('../../../web/index.html', import.meta.url);
const noticeTexts = Array.from(readFileSync(shellSource, 'utf8').matchAll(notice), ([, , text = '']) => withNumberedTags(text));

function withNumberedTags(text: string): string {
  return text.replace('<a href="">', '<0>').replace('</a>', '</0>');
}

export function translateNotices(shell: string, translate: (text: string) => string): string {
  return shell.replace(notice, (_, start: string, text: string) => {
    const translation = translate(withNumberedTags(text)).replace('<0>', '<a href="">').replace('</0>', '</a>');
    return start + translation;
  });
}

/** Texts that only the build writes into pages. */
const textsOfBuild = [...noticeTexts, siteImage.alt, cardImage.alt, pushWithoutText];

/** Returns the ICU text of a message without plurals. */
function writeMessage(message: Message): string {
  return typeof message === 'string' ? message : message.map((part) => (typeof part === 'string' ? part : `{${part[0]}}`)).join('');
}

/** The home page's title ends all others. */
const textsOfAllPages = [
  routes.home.title,
  ...certificateOptions.flatMap(({ name, description }) => [name, description]),
  ...treasureChestLevels.map(({ name }) => name),
  ...storedMessages.map(writeMessage),
  ...Object.values(ownTerms).flatMap(({ costs }) => costs.map(({ chargedBy }) => chargedBy)),
];

const termTexts = Object.values(ownTerms).flatMap(({ includes, rules, costs, destinations, examples }) => [
  ...includes,
  ...rules,
  ...costs.flatMap(({ name, when }) => [name, when]),
  ...destinations.flatMap(({ name, country }) => [name, country]),
  ...examples.map(({ place }) => place),
]);

/** What our own stays cost and include, and how long a certificate's review takes, on the pages that show them. */
const certificateTexts = [...termTexts, ...Object.values(reviewSentences)];
const pagesWithTerms = new Set<RouteName>(['dashboard', 'certificates', 'activateCertificate', 'medals', 'card']);

/** Returns Lingui's ids of a page's title and description, and of texts that any page may show. */
export function schemaIdsOf(name: RouteName): string[] {
  return [...textsOfAllPages, ...(pagesWithTerms.has(name) ? certificateTexts : []), ...titlesOf(name)].map((text) =>
    generateMessageId(text),
  );
}

interface FoundMessage {
  id: string;
  message: string;
  origin: [file: string, line: number];
  placeholders: Record<string, string>;
}

/** Extracts these texts for `npm run words`. */
export const schemaExtractor = {
  match: (file: string) => file.endsWith('schema/routes.ts'),
  async extract(file: string, _code: string, onMessage: (found: FoundMessage) => void) {
    for (const message of new Set([
      ...textsOfBuild,
      ...(await listApiTexts()),
      ...textsOfAllPages,
      ...certificateTexts,
      ...routeNames.flatMap(titlesOf),
    ]))
      onMessage({ id: generateMessageId(message), message, origin: [file, 1], placeholders: {} });
  },
};
