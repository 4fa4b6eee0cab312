import '#web/features/admin/facts.css';
import { FactList, type Facts } from '#web/ui/FactList.tsx';

export function AdminFacts({ facts }: { facts: Facts }) {
  return <FactList className="admin-facts" facts={facts} />;
}
