/** Texts for tests of exports. */

/** Texts that a spreadsheet, a CSV reader or incorrect unescaping would change. */
export const HOSTILE = [
  '+90 555 111 22 33',
  "'+90",
  "''=1",
  '=HYPERLINK("http://x")',
  '-1',
  '@SUM(A1)',
  '\ttab',
  '\rreturn',
  '\nnew line',
  'two\r\nlines\nand\rmore',
  'say "no", Ömer; please',
  '"',
  "'",
  ' blanks ',
  'true',
  'ŞĞİıüöç 🛒',
  '＝1',
  '0042',
  'null',
  'Ali;=1+1;',
  'Ali";=1+1',
  'Ali,=1;"+1"\t@A1\n-1\r\n＝1\u2028=1',
  "Ali;'=1, ''+1",
  ' =1',
]
