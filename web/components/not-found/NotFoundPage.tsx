import { Link } from 'wouter';
import offTheMap from '#web/art/off-the-map.svg';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { paths } from '#web/paths.ts';

/** Any address that is no page of the site. */
export function NotFoundPage() {
  useDocumentTitle('Page Not Found');
  return (
    <div className="state">
      <img src={offTheMap} width={420} height={300} alt="" />
      <h1>404 Page Not Found</h1>
      <p>You walked off the edge of the map. The trail starts again at Home.</p>
      <Link href={paths.home} className="button">
        Back to Home
      </Link>
    </div>
  );
}
