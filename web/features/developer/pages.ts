/** The pages for those who build the site, in one piece: nobody else loads any of them. */
export { DeveloperRoute } from '#web/features/developer/DeveloperRoute.tsx';
export { SimpleTestPage } from '#web/features/developer/SimpleTestPage.tsx';
export { TestAuthButtonPage } from '#web/features/developer/TestAuthButtonPage.tsx';
export { TestAuthPage } from '#web/features/developer/TestAuthPage.tsx';
