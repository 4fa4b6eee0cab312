export function matchPath(pattern: string, path: string): string[] | undefined {
  const patternParts = pattern.split('/');
  const pathParts = path.split('/');
  if (patternParts.length !== pathParts.length) return undefined;
  const ids: string[] = [];
  for (const [index, part] of patternParts.entries()) {
    if (part.startsWith(':')) ids.push(decodeURIComponent(pathParts[index] ?? ''));
    else if (part !== pathParts[index]) return undefined;
  }
  return ids;
}
