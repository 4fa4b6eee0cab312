import bronze from '#web/art/chests/chest-bronze.svg';
import closed from '#web/art/chests/chest-closed.svg';
import gold from '#web/art/chests/chest-gold.svg';
import silver from '#web/art/chests/chest-silver.svg';

const art = [closed, bronze, silver, gold];

/** 0 is a closed chest. Decorative: the text next to it says the same. */
export function ChestArt({ level }: { level: number }) {
  return <img className="chest-art" src={art[level] ?? closed} alt="" width="240" height="180" />;
}
