import { t } from '@lingui/core/macro';
import { Preferences } from '#schema/accounts/my-data.ts';
import { languages } from '#schema/languages.ts';
import { routeAt, routes } from '#schema/routes.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { getViewingToken } from '#web/lib/viewing.ts';
import { addressOf, chooseLanguage, isLanguageChanging, pathOf, readChoice } from '#web/lib/words/words.ts';

let isFirst = true;

/**
 * Makes the account's language the choice on this device, or stores the member's choice from the previous page in the account. If the page
 * has just opened in another language, it loads again; later, the next page is in the new language. Languages for testing stay, and an
 * administrator who views an account reads their own language.
 */
export function followLanguage(code: string, document: Pick<Location, 'reload' | 'replace'> = location): void {
  const hasJustOpened = isFirst;
  isFirst = false;
  const path = pathOf(location.pathname);
  if (getViewingToken() !== null || path.startsWith('/admin') || !isLanguageOfAccounts(readChoice() ?? 'en')) return;
  const choice = takeAccountChoice();
  if (choice !== null && choice !== code) return void storeInAccount(choice);
  chooseLanguage(code);
  // Without storage, the page would load in the same language again.
  if (!hasJustOpened || !isLanguageChanging() || readChoice() !== code) return;
  const name = routeAt(path);
  if (name && routes[name].guard === 'member') document.reload();
  else if (addressOf(path) !== location.pathname) document.replace(addressOf(path) + location.search + location.hash);
}

function isLanguageOfAccounts(code: string): boolean {
  return code === 'en' || Object.hasOwn(languages, code);
}

async function storeInAccount(language: string): Promise<void> {
  try {
    await apiSend('PUT', '/api/preferences/language', { language }, Preferences);
  } catch (error) {
    showToast({ title: t`Couldn’t save your preferences`, description: errorText(error, t`Please try again.`), tone: 'error' });
  }
}

/** Returns the choice for the account, once. */
function takeAccountChoice(): string | null {
  try {
    const choice = sessionStorage.getItem('language');
    sessionStorage.removeItem('language');
    return choice;
  } catch {
    return null;
  }
}
