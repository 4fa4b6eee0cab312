/** Removes features from Chromium that the oldest supported browsers lack. */
import type { Browser, BrowserContext, Route } from '@playwright/test';
import { compatData, isNewer, listParts } from '#scripts/site/browser-floor.ts';

interface NewerMember {
  owner: string;
  name: string;
  isStatic: boolean;
}

/** Lists members and interfaces that the oldest supported browsers lack. Entries for whole interfaces have no `name`. */
function listNewerMembers(): (NewerMember | { owner: string })[] {
  return [...listParts(compatData.api), ...listParts(compatData.javascript.builtins)].flatMap(([owner, feature]) => {
    if (isNewer(feature)) return [{ owner }];
    return listParts(feature).flatMap(([name, member]) =>
      isNewer(member) ? [{ owner, name: name.replace(/_static$/, ''), isStatic: name.endsWith('_static') }] : [],
    );
  });
}

const newerMembers = listNewerMembers();

function deleteMembers(members: readonly (NewerMember | { owner: string })[]): void {
  const global = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
  for (const member of members) {
    const owner = global[member.owner];
    if (!('name' in member)) Reflect.deleteProperty(global, member.owner);
    else if (owner && !member.isStatic && owner.prototype) Reflect.deleteProperty(owner.prototype, member.name);
    if (owner && 'name' in member) Reflect.deleteProperty(owner, member.name);
  }
}

/** Replaces newer selectors with an unknown selector, which makes the browser drop the rule and `@supports` return false. */
async function dropNewerSelectors(route: Route): Promise<void> {
  try {
    const response = await route.fetch();
    const body = (await response.text()).replace(/:(has\(|popover-open)/g, ':missing-$1');
    await route.fulfill({ response, body });
  } catch {
    // The page was closed before the response arrived, so there is nothing left to do.
  }
}

async function makeOldest(context: BrowserContext): Promise<BrowserContext> {
  await context.addInitScript(deleteMembers, newerMembers);
  await context.route(/\.css$/, dropNewerSelectors);
  return context;
}

/** Removes unsupported features from all pages opened from now until the returned function is called. */
export function makeBrowserOldest(browser: Browser): () => void {
  const { newContext } = browser;
  browser.newContext = async (options) => makeOldest(await newContext.call(browser, options));
  return () => {
    browser.newContext = newContext;
  };
}
