/** Groups the site's modules into chunks, so that a page loads few files and hardly any code that it does not need. */
import { basename } from 'node:path';
import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

interface Reach {
  /** Static imports of the site's entry, which every page has. */
  frame: Set<string>;
  /** Static imports, direct and indirect, of each page with a size budget, by file: visitors' pages, the greeting and the figures. */
  first: Map<string, Set<string>>;
  /** Same for members' pages. */
  members: Map<string, Set<string>>;
  /** Same for each part of the administrators' area. */
  admin: Map<string, Set<string>>;
  /** Files of all of these. They keep chunks of their own, which the manifest lists. */
  entries: Set<string>;
}

/** Name of the chunk with a member's frame: header, menu and account. */
export const frameChunk = 'member-frame';
/** Name of the chunk with the figures and the goal on the dashboard. */
export const figuresChunk = 'figures';

/** Returns the key of the chunk with this name in the build's manifest, or the name if there is none. */
export function findChunk(manifest: Record<string, { name?: string | undefined }>, name: string): string {
  return Object.keys(manifest).find((key) => manifest[key]?.name === name) ?? name;
}

/** Files with the dynamic imports of pages, and parts of pages that every visit loads. */
const pageLists = { all: 'web/routes.ts', members: 'web/member-pages.ts', admin: 'web/pages/admin/pages.ts' };
const memberParts = [
  'web/pages/dashboard/rest.tsx',
  'web/frame/UserMenu.tsx',
  'web/frame/MemberBanner.tsx',
  'web/frame/start-offline.ts',
  'web/features/finding/nearby/clear-finding-data.ts',
];
/** Small files that nearly every visit of a member loads. Each shares a chunk, because a request costs more than its bytes. */
const joinedFiles: Record<string, string> = {
  'web/member-pages.ts': frameChunk,
  'web/frame/MemberBar.tsx': frameChunk,
  'web/frame/start-offline.ts': figuresChunk,
  'web/features/accounts/session/fetch-user.ts': frameChunk,
  'web/features/progress/medals/new-medals.ts': 'members',
  'web/features/scans/scanning/offline/QueuedScans.tsx': 'members',
  'web/pages/dashboard/Overview.tsx': figuresChunk,
  'web/frame/UserMenu.tsx': figuresChunk,
  'web/lib/react/use-close-outside.ts': figuresChunk,
};
/** Pages in `pageLists.all` that visitors rarely open. They do not split the chunks of others. */
const isRare = /\/(developer|mail-links|payment-return|admin)\/|\/member-pages\.ts$|\/DeveloperRoute\.tsx$/;
/** What greets a member, before the rest of the dashboard has loaded. */
const greeting = ['web/frame/MemberBar.tsx', 'web/features/accounts/session/fetch-user.ts', 'web/pages/dashboard/DashboardPage.tsx'];
/** What a member sees next: the dashboard's figures and goal. */
const figures = 'web/pages/dashboard/Overview.tsx';
/**
 * Sets of visitors' pages that share chunks: modules needed only by pages of a set belong to the first such set. So a page may load a few
 * hundred bytes that only its neighbors need, within its budget (check-bundle.mjs), and members load fewer files.
 */
const pageSets = [
  ['AuthPage'],
  ['CardLandingPage', 'figures'],
  ['figures', 'greeting'],
  ['FindPage', 'StaysPage'],
  ['figures', 'FindPage', 'StaysPage'],
  ['CardLandingPage', 'figures', 'greeting'],
  ['AuthPage', 'ContactPage', 'ForgotPasswordPage'],
  ['AuthPage', 'CardLandingPage', 'ContactPage', 'figures', 'ForgotPasswordPage'],
  ['AboutPage', 'FindPage', 'HomePage', 'HowItWorksPage', 'StaysPage'],
  [
    'AboutPage',
    'CardLandingPage',
    'figures',
    'FindPage',
    'greeting',
    'HomePage',
    'HowItWorksPage',
    'PrivacyPage',
    'StaysPage',
    'TermsPage',
  ],
];
const formLibrary = /\/(react-hook-form|@hookform)\//;

function listImports(start: string, { getModuleInfo }: Context): Set<string> {
  const reached = new Set<string>();
  const next = [start];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    next.push(...(getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}

const needsForms = (id: string, context: Context) => [...listImports(id, context)].some((imported) => formLibrary.test(imported));

const lazyImports = (ids: Iterable<string>, { getModuleInfo }: Context) =>
  [...ids].flatMap((id) => getModuleInfo(id)?.dynamicallyImportedIds ?? []);

/** Adds to `reach` what the entries load on demand, unless a page in `others` loads it too. */
function addLazyParts(reach: Map<string, Set<string>>, others: ReadonlySet<string>, context: Context): void {
  for (const reached of reach.values()) {
    for (const id of lazyImports(reached, context)) if (!others.has(id) && !reach.has(id)) reach.set(id, listImports(id, context));
  }
}

function readReach(root: string, context: Context): Reach {
  const reachOf = (ids: readonly string[]) => new Map(ids.map((id) => [id, listImports(id, context)] as const));
  const visitors = reachOf(lazyImports([root + pageLists.all], context).filter((id) => !isRare.test(id)));
  visitors.set('greeting', new Set(greeting.flatMap((file) => [...listImports(root + file, context)])));
  visitors.set('figures', listImports(root + figures, context));
  const members = reachOf([...lazyImports([root + pageLists.members], context), ...memberParts.map((part) => root + part)]);
  const admin = reachOf(lazyImports([root + pageLists.admin], context));
  const others = new Set([...visitors.values(), ...members.values()].flatMap((reached) => [...reached, ...lazyImports(reached, context)]));
  addLazyParts(admin, others, context);
  const entries = new Set(
    [visitors, members, admin].flatMap((pages) => [...pages.keys()]).concat([...greeting, figures].map((file) => root + file)),
  );
  return { frame: listImports(`${root}web/main.tsx`, context), first: visitors, members, admin, entries };
}

/**
 * Returns the function that names a module's group; null leaves the module to the bundler. Modules that the same visitors' pages need are
 * one group, so these pages load nothing extra. Other modules are grouped if several members' pages, or several parts of the
 * administrators' area, need them.
 */
export function nameChunkGroup(root: string): Rolldown.CodeSplittingNameFunction {
  let reach: Reach | undefined;
  const firstGroups = new Map<string, string>();
  return (id, given) => {
    const context: Context = { getModuleInfo: (one) => given.getModuleInfo(one) };
    reach ??= readReach(root, context);
    const { frame, first, members, admin, entries } = reach;
    const group = joinedFiles[id.slice(root.length)];
    if (group) return group;
    if (entries.has(id)) return null;
    const isIn = (pages: Map<string, Set<string>>) => [...pages].filter(([, reached]) => reached.has(id)).map(([page]) => page);
    const [byFirst, byMembers, byAdmin] = [isIn(first), isIn(members), isIn(admin)];
    if (byFirst.length > 0) {
      if (byFirst.length === 1 && byFirst[0] === 'figures') return figuresChunk;
      if (byFirst.length === 1 && byMembers.length === 0) return byFirst[0] === 'greeting' ? frameChunk : null;
      const names = byFirst.map((page) => basename(page, '.tsx'));
      const pages = (pageSets.find((set) => names.every((name) => set.includes(name))) ?? names.sort()).join();
      const name = firstGroups.get(pages) ?? `first-${firstGroups.size}`;
      firstGroups.set(pages, name);
      return name;
    }
    if (byMembers.length > 1 && needsForms(id, context)) return 'forms';
    if (byMembers.length > 1) return byAdmin.length > 0 ? 'signed-in' : 'members';
    if (byMembers.length === 1 && byAdmin.length > 0 && [...listImports(id, context)].every((one) => one === id || frame.has(one)))
      return 'signed-in';
    return byAdmin.length > 1 && byMembers.length === 0 ? 'admin' : null;
  };
}
