import { t } from '@lingui/core/macro';
import type { Preferences } from '#schema/accounts/my-data.ts';
import { languageName } from '#schema/languages.ts';
import { updateLanguage } from '#web/features/accounts/account/preferences-api.ts';
import { useChoice } from '#web/features/accounts/account/use-choice.ts';
import { chooseLanguage, isLanguageChanging } from '#web/lib/words/words.ts';

export function LanguageChoice({ preferences }: { preferences: Preferences }) {
  const { value, isSaving, choose } = useChoice(preferences.language, async (language) => {
    await updateLanguage(language);
    chooseLanguage(language);
    if (!isLanguageChanging()) return t`We’ll write to you in ${languageName(language)}.`;
    location.reload();
    return undefined;
  });

  return (
    <fieldset className="unit-choice" aria-busy={isSaving}>
      <legend className="visually-hidden">{t`Language`}</legend>
      <div className="unit-options">
        {preferences.languages.map((code) => (
          <label key={code} className={value === code ? 'unit-option chosen' : 'unit-option'}>
            <input type="radio" name="language" checked={value === code} onChange={() => choose(code)} />
            <strong lang={code}>{languageName(code)}</strong>
          </label>
        ))}
      </div>
      <p className="muted small">{t`For this site, and for our emails and notifications.`}</p>
    </fieldset>
  );
}
