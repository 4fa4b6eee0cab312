import { isFirstScan } from '#worker/store/scans/scan-kinds.ts';

const lines = [
  { cardId: 'TC-0000002', finder: 'grace', text: 'The yellow lichen gave it away. What a morning up there, thank you!' },
  { cardId: 'TC-0000002', finder: 'noah', text: 'Fog until eleven, then the whole valley. Found it on the second try.' },
  { cardId: 'TC-0000002', finder: 'priya', text: 'First find ever. Now I need a bigger rucksack.' },
  { cardId: 'TC-0000001', finder: 'lena', text: 'Dry and well hidden, all good here.' },
];

export function demoLogs(db: D1Database): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO find_logs (card_id, user_id, owner_id, text, written_at)
       SELECT c.id, s.user_id, c.user_id, v.value ->> 'text', s.scan_date + 3600
       FROM json_each(?1) v JOIN cache_cards c ON c.card_id = v.value ->> 'cardId' JOIN users f ON f.username_key = v.value ->> 'finder'
         JOIN card_scans s ON s.card_id = c.id AND s.user_id = f.id AND ${isFirstScan('s')} WHERE c.user_id <> f.id`,
    )
    .bind(JSON.stringify(lines));
}
