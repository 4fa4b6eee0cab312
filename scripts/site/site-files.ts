/** What the platform is told of the site's addresses, so that it answers for every page without the Worker; and what search engines are told. */
import {
  type MemberRouteName,
  memberRouteNames,
  type PageRoute,
  prerendered,
  type RouteName,
  routeNames,
  routes,
  sitemapPaths,
} from '#schema/routes.ts';
import { originMark } from '#web/prerender/origin-mark.ts';

/** The shell of pages that are not prerendered: an address inside the site's files, and of no page. */
const shell = '/shell';
/** No file has it: whoever is sent there is shown 404.html. */
const nowhere = '/__none';

/** The file that the platform shows for a page's address, in the folder of the site. */
export function fileOf({ path }: PageRoute): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`;
}

/** The file of what stands around a member's page, whatever parameters its address has. */
export function frameFileOf(name: MemberRouteName): string {
  return `${shell.slice(1)}-${name}.html`;
}

/**
 * The `_redirects` file: every page that has no file of its own is the shell, or that of a member's page, with status 200, and every page may be asked for
 * with a slash at its end. All else is left to the platform: files, and 404.html for what is none.
 */
export function redirects({ isDevelopment }: { isDevelopment: boolean }): string {
  // Without their endings alone, and not as pages of their own: the platform would redirect to one, and answer 200 for the other.
  const hidden = ['/*.html', `${shell}*`, routes.notFound.path].map((path) => [path, nowhere]);
  const pages = routeNames
    .filter((name) => name !== 'notFound' && (isDevelopment || routes[name].guard !== 'developer'))
    .flatMap((name) => linesOf(name));
  return [...hidden, ...pages].map(([path, target]) => `${path} ${target} 200\n`).join('');
}

function linesOf(name: RouteName): [path: string, target: string][] {
  const { path } = routes[name];
  if (path === '/') return [];
  if (name in prerendered) return [[`${path}/`, path]];
  const target = isForMembers(name) ? `/${frameFileOf(name).replace('.html', '')}` : shell;
  return [path, `${path}/`].map((address) => [address, target]);
}

function isForMembers(name: RouteName): name is MemberRouteName {
  return memberRouteNames.some((each) => each === name);
}

/** The platform takes no more of them in `_headers`. */
const headerRulesAtMost = 100;

/**
 * More of `_headers`: what is XML says how it is encoded. Each file by its name, since what is said of a pattern goes for the page
 * that answers for a missing file, too.
 */
export function encodingRules(files: string[], rulesBefore: number): string {
  const named = files.filter((file) => file.endsWith('.svg')).map((file) => [file, 'image/svg+xml']);
  const rules = [...named, ['sitemap.xml', 'application/xml']];
  if (rulesBefore + rules.length > headerRulesAtMost) throw new Error(`More than ${headerRulesAtMost} rules in _headers`);
  return rules.map(([file, type]) => `\n/${file}\n  Content-Type: ${type}; charset=utf-8\n`).join('');
}

/** Beginnings of paths that search engines have no business with: calls, and pages that say nothing to who is not signed in. */
export function robots(): string {
  const ownPages = routeNames
    .filter((name) => !(name in prerendered) && routes[name].guard !== 'developer')
    .map((name) => routes[name].path.replace(/:.*/, ''));
  const disallowed = [...new Set(['/api/', '/dev/', '/admin/', ...ownPages])].filter(
    (prefix, _, prefixes) => !prefixes.some((other) => other !== prefix && prefix.startsWith(other)),
  );
  return ['User-agent: *', ...disallowed.map((prefix) => `Disallow: ${prefix}`), '', `Sitemap: ${originMark}/sitemap.xml`, ''].join('\n');
}

export function sitemap(): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...sitemapPaths().map((path) => `  <url><loc>${originMark}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
}
