/** Markup that is safe to send. Only `html` creates it. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Value = string | Html | readonly Html[]

/** Escapes all values that are not yet markup. */
export function html(pieces: TemplateStringsArray, ...values: Value[]): Html {
  const filled = pieces.map((piece, i) => piece + markupOf(values[i] ?? ''))

  return new Html(filled.join(''))
}

function markupOf(value: Value): string {
  if (typeof value === 'string') return escapeText(value)
  if (value instanceof Html) return value.markup

  return value.map(({ markup }) => markup).join('')
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeText = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
