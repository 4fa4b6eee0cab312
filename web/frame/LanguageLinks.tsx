import { useLocation } from 'wouter';
import { languages } from '#schema/languages.ts';
import { addressOf, chooseLanguage, getLanguage, listLanguages } from '#web/lib/words/words.ts';

const names: Record<string, { name: string } | undefined> = { ...languages, en: { name: 'English' } };

/** Links to the page in other languages. A page with one address for all languages loads again, through an empty link. */
export function LanguageLinks() {
  const [path] = useLocation();
  if (listLanguages().length === 0) return null;
  const hasAddresses = listLanguages().some((code) => addressOf(path, code) !== path);
  return (
    <ul className="plain-list cluster language-links" translate="no">
      {['en', ...listLanguages()].map((code) => (
        <li key={code}>
          <a
            href={hasAddresses ? addressOf(path, code) : ''}
            lang={code}
            hrefLang={code}
            aria-current={code === getLanguage() || undefined}
            onClick={() => chooseLanguage(code)}
          >
            {names[code]?.name ?? code}
          </a>
        </li>
      ))}
    </ul>
  );
}
