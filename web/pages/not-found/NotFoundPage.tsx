import { t } from '@lingui/core/macro';
import '#web/pages/not-found/not-found.css';
import { Link } from 'wouter';
import { routes } from '#schema/routes.ts';
import offTheMap from '#web/art/off-the-map.svg';
import { paths } from '#web/lib/paths.ts';
import { useDocumentTitle } from '#web/lib/react/document-title.ts';

export function NotFoundPage() {
  useDocumentTitle(routes.notFound.title);
  return (
    <div className="state not-found">
      <img src={offTheMap} width={420} height={300} alt="" />
      <h1>{t`404 Page Not Found`}</h1>
      <p>{t`You walked off the edge of the map. The address may be misspelled, or the page may have moved.`}</p>
      <Link href={paths.home} className="button">
        {t`Back to Home`}
      </Link>
      <p className="not-found-trails">
        {t`Or take another trail:`}
        <span>
          <Link href={paths.howItWorks}>{t`How it works`}</Link>
          <Link href={paths.faq}>{t`FAQ`}</Link>
          <Link href={paths.dashboard()}>{t`Dashboard`}</Link>
          <Link href={paths.contact}>{t`Contact`}</Link>
        </span>
      </p>
    </div>
  );
}
