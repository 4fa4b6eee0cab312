/** Returns what belongs to the first and to the last name, in the order in which names are written in the language. */
export function inNameOrder<Name>(language: string, first: Name, last: Name): [Name, Name] {
  return language === 'ja' ? [last, first] : [first, last];
}
