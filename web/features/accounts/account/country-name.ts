let names: Intl.DisplayNames | undefined;

/** `PT` as Portugal. */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'region' });
  return names.of(code) ?? code;
}
