import { useLocation } from 'wouter';
import { languageName } from '#schema/languages.ts';
import { canBeSignedIn } from '#web/lib/auth-storage.ts';
import { addressOf, chooseLanguage, getLanguage, listLanguages } from '#web/lib/words/words.ts';

/** Links to the page in other languages. A page with one address for all languages loads again. */
export function LanguageLinks() {
  const [path] = useLocation();
  if (listLanguages().length === 0) return null;
  return (
    <ul className="plain-list cluster language-links" translate="no">
      {['en', ...listLanguages()].map((code) => (
        <li key={code}>
          <a
            href={addressOf(path, code)}
            lang={code}
            hrefLang={code}
            aria-current={code === getLanguage() || undefined}
            onClick={({ currentTarget }) => {
              currentTarget.search = location.search;
              chooseLanguage(code, canBeSignedIn());
            }}
          >
            {languageName(code)}
          </a>
        </li>
      ))}
    </ul>
  );
}
