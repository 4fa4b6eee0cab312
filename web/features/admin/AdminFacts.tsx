import '#web/features/admin/facts.css';
import { FactList, type Facts } from '#web/ui/FactList.tsx';

/** Facts as the administrators' dialogs show them. */
export function AdminFacts({ facts }: { facts: Facts }) {
  return <FactList className="admin-facts" facts={facts} />;
}
