import { describe, expect, test } from 'vitest';
import { breakLines } from '#worker/words/line-breaks.ts';

const breakAt = (text: string, letters: number) => breakLines(text, (line) => line.length <= letters);

describe('a text is broken into lines', () => {
  test('between words only', () => {
    expect(breakAt('Scan the QR code  with your phone.', 12)).toEqual(['Scan the QR', 'code with', 'your phone.']);
    expect(breakAt('https://cards.test/card is long', 8)).toEqual(['https://cards.test/card', 'is long']);
  });

  test('between Japanese letters', () => {
    expect(breakAt('カードを見つけました', 4)).toEqual(['カードを', '見つけま', 'した']);
    expect(breakAt('Cache Cardsを見つけて', 10)).toEqual(['Cache', 'Cardsを見つけて']);
  });

  test.each([
    ['宿泊券です。また', 5, ['宿泊券で', 'す。また']],
    ['カード、カード', 3, ['カー', 'ド、', 'カード']],
    ['これは「旅」です', 4, ['これは', '「旅」で', 'す']],
    ['旅行（五泊）へ', 3, ['旅行', '（五', '泊）へ']],
    ['いってきます', 1, ['いっ', 'て', 'き', 'ま', 'す']],
    ['シャツとキャップ', 4, ['シャツと', 'キャップ']],
    ['日々の旅', 1, ['日々', 'の', '旅']],
    ['本日は30日以内に', 5, ['本日は', '30日以内', 'に']],
  ])('without a mark or small kana at the start, or an opening mark at the end: %s', (text, letters, lines) => {
    expect(breakAt(text, letters)).toEqual(lines);
  });

  test('without breaking Korean words', () => {
    expect(breakAt('안녕하세요 여러분', 4)).toEqual(['안녕하세요', '여러분']);
  });
});
