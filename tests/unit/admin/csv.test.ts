import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvCell, streamCsv } from '#worker/routes/admin/csv.ts';

describe('a CSV cell', () => {
  test('that starts like a formula becomes text', () => {
    for (const start of ['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
      expect(csvCell(`${start}HYPERLINK(1)`)).toBe(`'${start}HYPERLINK(1)`);
    }
    expect(csvCell('\t=1')).toBe(`"\t'=1"`);
    expect(csvCell('\r=1')).toBe(`"\r'=1"`);
    expect(csvCell('\n=1')).toBe(`"\n'=1"`);
    expect(csvCell('Hello,\n = 1')).toBe(`"Hello,\n '= 1"`);
    expect(csvCell('a;=1;"@b')).toBe(`"a;'=1;""'@b"`);
    expect(csvCell('=1,"a"')).toBe(`"'=1,""a"""`);
    expect(csvCell('1-2')).toBe('1-2');
  });

  test('that is a number stays a number, even below zero', () => {
    expect([csvCell(-5), csvCell(0), csvCell(1.5)]).toEqual(['-5', '0', '1.5']);
    expect(csvCell('-5')).toBe(`'-5`);
    expect([700, -1_050, 0, 5].map((cents) => csvCell({ cents }))).toEqual(['7.00', '-10.50', '0.00', '0.05']);
  });

  test('keeps commas, quotes and line breaks inside', () => {
    expect(csvCell('a,b')).toBe('"a,b"');
    expect(csvCell('say "hi"')).toBe('"say ""hi"""');
    expect(csvCell('one\ntwo')).toBe('"one\ntwo"');
    expect(csvCell('a;b=1')).toBe('"a;b=1"');
    expect(csvCell(null)).toBe('');
    expect(csvCell('')).toBe('');
  });

  test('is parsed back unchanged, regardless of its content', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const [read = ''] = readLine(csvCell(text));
        expect(read.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
      }),
    );
  });

  test('is no formula in a spreadsheet that splits it at semicolons, whatever its quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('=', '@', ';', '"', ' ', '\n', '\t', ',', 'a', '\u00a0') }), (text) => {
        expect(
          csvCell(text)
            .split(/[;\t\r\n]/)
            .filter((cell) => /^[\s"]*[=@]/.test(cell)),
        ).toEqual([]);
      }),
    );
  });
});

describe('a CSV file', () => {
  test('is UTF-8 with a byte order mark and a header, and is streamed', async () => {
    async function* pages() {
      yield [{ name: 'Åsa', tokens: 3 }];
      yield [{ name: '山田', tokens: -2 }];
    }
    const response = streamCsv(
      'members.csv',
      [
        { header: 'Name', value: ({ name }) => name },
        { header: 'Tokens', value: ({ tokens }) => tokens },
      ],
      pages(),
    );
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="members.csv"');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe('Name,Tokens\r\nÅsa,3\r\n山田,-2\r\n');
  });

  test('reads pages on demand and stops when the reader cancels', async () => {
    let read = 0;
    let closed = false;
    async function* pages() {
      try {
        for (;;) {
          read += 1;
          yield [{ n: read }];
        }
      } finally {
        closed = true;
      }
    }
    const response = streamCsv('n.csv', [{ header: 'N', value: ({ n }) => n }], pages());
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.read();
    await reader?.cancel();
    expect(read).toBeLessThanOrEqual(3);
    expect(closed).toBe(true);
  });
});

/** Returns the cells in the first record of a CSV text, as defined by RFC 4180. */
function readLine(text: string): string[] {
  if (!text.startsWith('"')) return text.split(',');
  return [text.slice(1, -1).replaceAll('""', '"')];
}
