import '#web/features/stays/stays.css';

const files = import.meta.glob<string>('#web/art/destinations/*.svg', { eager: true, query: '?url', import: 'default' });
const drawings = new Map(Object.entries(files).map(([path, url]) => [/([^/]+)\.svg$/.exec(path)?.[1], url]));

/**
 * Draws the destination with this catalog id, or a neutral landscape if web/art/destinations has no file for it. Decorative, so show the
 * destination's name next to it.
 */
export function DestinationPicture({ id }: { id: string }) {
  return (
    <img
      className="destination-picture"
      src={drawings.get(id) ?? drawings.get('elsewhere')}
      alt=""
      width="240"
      height="160"
      loading="lazy"
    />
  );
}
