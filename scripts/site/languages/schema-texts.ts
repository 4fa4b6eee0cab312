/** Texts in schema/, where Lingui's macros do not run. The site looks up their translations with `i18n._`. */
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { type Prerendered, prerendered, type RouteName, routeNames, routes } from '#schema/routes.ts';
import { certificateOptions, treasureChestLevels } from '#schema/rules.ts';
import { ownTerms } from '#schema/stays.ts';

/** Administrators' and developers' pages are in English. */
const isTranslatable = (name: RouteName) => !name.startsWith('admin') && routes[name].guard !== 'developer';

function titlesOf(name: RouteName): string[] {
  if (!isTranslatable(name)) return [];
  const { description } = (prerendered as Partial<Record<RouteName, Prerendered>>)[name] ?? {};
  return description === undefined ? [routes[name].title] : [routes[name].title, description];
}

/** The home page's title ends all others. */
const textsOfAllPages = [
  routes.home.title,
  ...certificateOptions.flatMap(({ name, description }) => [name, description]),
  ...treasureChestLevels.map(({ name }) => name),
  ...Object.values(ownTerms).flatMap(({ costs }) => costs.map(({ chargedBy }) => chargedBy)),
];

/** Returns Lingui's ids of a page's title and description, and of texts that any page may show. */
export function schemaIdsOf(name: RouteName): string[] {
  return [...textsOfAllPages, ...titlesOf(name)].map((text) => generateMessageId(text));
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
  extract(file: string, _code: string, onMessage: (found: FoundMessage) => void) {
    for (const message of new Set([...textsOfAllPages, ...routeNames.flatMap(titlesOf)]))
      onMessage({ id: generateMessageId(message), message, origin: [file, 1], placeholders: {} });
  },
};
