/** Loaded on demand so that the initial code for visitors does not list the members' files. */

export const loadDashboard = () =>
  import('#web/pages/dashboard/DashboardPage.tsx').then(
    (file) => file.DashboardPage,
    (error) => {
      // Without the page's code, nothing else loads the styles of the error message.
      void window.loadStyles?.();
      throw error;
    },
  );
export const loadCacheCards = () => import('#web/pages/cards/CardsPage.tsx').then((file) => file.CardsPage);
export const loadCacheCard = () => import('#web/pages/card-detail/CardDetailPage.tsx').then((file) => file.CardDetailPage);
export const loadFindCards = () => import('#web/pages/find-cards/FindCardsPage.tsx').then((file) => file.FindCardsPage);
export const loadFoundCards = () => import('#web/pages/found-cards/FoundCardsPage.tsx').then((file) => file.FoundCardsPage);
export const loadMedals = () => import('#web/pages/medals/MedalsPage.tsx').then((file) => file.MedalsPage);
export const loadTreasureChests = () => import('#web/pages/treasure-chests/TreasureChestsPage.tsx').then((file) => file.TreasureChestsPage);
export const loadReferrals = () => import('#web/pages/referrals/ReferralsPage.tsx').then((file) => file.ReferralsPage);
export const loadCertificates = () => import('#web/pages/certificates/CertificatesPage.tsx').then((file) => file.CertificatesPage);
export const loadActivateCertificate = () => import('#web/pages/activate-certificate/ActivatePage.tsx').then((file) => file.ActivatePage);
export const loadCheckout = () => import('#web/pages/checkout/CheckoutPage.tsx').then((file) => file.CheckoutPage);
export const loadAccount = () => import('#web/pages/account/AccountPage.tsx').then((file) => file.AccountPage);
