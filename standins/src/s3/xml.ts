const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

type Content = string | number | boolean | readonly Element[]
type Element = readonly [name: string, content: Content]

/** An XML document of nested elements. */
export const xml = (element: Element): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${render(element)}`

const render = ([name, content]: Element): string =>
  `<${name}>${Array.isArray(content) ? content.map(render).join('') : escaped(String(content))}</${name}>`

const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one)

/** The tags of an upload's parts, by number; null if the text is no list of parts. */
export function readParts(text: string): Map<number, string> | null {
  const parts = [...text.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
    tag: unescaped(/<ETag>(.*?)<\/ETag>/s.exec(part)?.[1] ?? ''),
  }))
  const isWhole = parts.length > 0 && parts.every(({ number, tag }) => number > 0 && tag !== '')

  return isWhole ? new Map(parts.map(({ number, tag }) => [number, tag])) : null
}

const unescaped = (text: string) => text.replace(/&quot;|&#34;/g, '"').trim()
