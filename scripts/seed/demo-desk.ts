import { secondsPerDay, secondsPerHour } from '#schema/rules.ts';
import { demoCardCode, type History } from '#scripts/seed/demo-history.ts';
import type { People } from '#scripts/seed/demo-people.ts';
import type { Row } from '#scripts/seed/rows.ts';

interface DemoClaim {
  by: string;
  cardId: string;
  proofUrl: string;
  hoursAgo: number;
  rejected?: string;
}

const claims: DemoClaim[] = [
  {
    by: 'ruby',
    cardId: 'TC-3916520',
    proofUrl: 'https://photos.example.com/ruby/leith-hill-2024',
    hoursAgo: 260,
    rejected: 'The photo shows another card.',
  },
  { by: 'felix', cardId: 'TC-5580274', proofUrl: 'https://logs.example.com/felix/seven-sisters?entry=88', hoursAgo: 52 },
  { by: 'grace', cardId: 'TC-9057712', proofUrl: 'https://photos.example.com/grace/fyrisan-card', hoursAgo: 9 },
];

const testCards = [
  { cardId: 'TC-8412650', location: 'City library, reading room', daysAgo: 20 },
  { cardId: 'TC-5093177', location: 'Central Park, by the fountain', daysAgo: 3 },
];

export function demoDesk(now: number, people: People, history: History): { claims: Row[]; testCards: Row[] } {
  const lastCard = Number(history.cards.at(-1)?.id ?? 0);
  return {
    claims: claims.map(({ by, cardId, proofUrl, hoursAgo, rejected }) => ({
      user_id: people.byName.get(by)?.id ?? null,
      card_id: history.cards.find((card) => card.card_id === cardId)?.id ?? null,
      proof_url: proofUrl,
      status: rejected ? 'rejected' : 'pending',
      admin_comment: rejected ?? null,
      created_at: now - hoursAgo * secondsPerHour,
      updated_at: now - (rejected ? hoursAgo - 20 : hoursAgo) * secondsPerHour,
    })),
    testCards: testCards.map(({ cardId, location, daysAgo }, index) => ({
      id: lastCard + 1 + index,
      card_id: cardId,
      code: demoCardCode(cardId),
      status: 'active',
      location,
      description: `Test card created on ${new Date((now - daysAgo * secondsPerDay) * 1_000).toISOString().slice(0, 10)} by Ada`,
      is_test: 1,
      placed_date: now - daysAgo * secondsPerDay,
      available_at: now - daysAgo * secondsPerDay,
      created_at: now - daysAgo * secondsPerDay,
    })),
  };
}
