/** The variable parts of a method and a path, in order, where they fit a name of `Calls`: `:id` stands for one part of the path. */
export function matchPath(pattern: string, path: string): string[] | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const ids: string[] = [];
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith(':')) ids.push(decodeURIComponent(given[index] ?? ''));
    else if (part !== given[index]) return undefined;
  }
  return ids;
}
