const LEFT = 56
const TOP = 780
const LINE = 18

type Line = { text: string; size?: number }

/** A one-page A4 document with lines of text, in a font every reader has. */
export function pdfOf(title: string, lines: readonly Line[]): Uint8Array {
  const content = lines
    .map(
      ({ text, size = 11 }, i) =>
        `BT /F1 ${size} Tf ${LEFT} ${TOP - i * LINE} Td (${escapeText(text)}) Tj ET`,
    )
    .join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Title (${escapeText(title)}) >>`,
  ]

  return assemble(objects)
}

/** Objects with their cross-reference table: offsets count bytes, so the text is Latin-1. */
function assemble(objects: readonly string[]): Uint8Array {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const offset = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${start}\n%%EOF\n`

  return Buffer.from(text, 'latin1')
}

/** The font has Latin letters only; parentheses and backslashes delimit texts. */
const escapeText = (text: string) =>
  text.replace(/[^\x20-\x7e\xa0-\xff]/gu, '?').replace(/[\\()]/g, '\\$&')
