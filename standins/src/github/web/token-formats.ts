import { html } from 'hono/html'

type Answer = Record<string, string | number>

/** A form unless something else is asked for: who forgets the Accept header finds out here. */
export function inFormatOf(accept: string | undefined, answer: Answer): Response {
  if (accept?.includes('application/json')) return send('application/json', JSON.stringify(answer))
  if (accept?.includes('application/xml')) return send('application/xml', xmlOf(answer))

  return send('application/x-www-form-urlencoded', formOf(answer))
}

const send = (type: string, body: string) =>
  new Response(body, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' },
  })

function formOf(answer: Answer): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(answer)) form.set(name, String(value))

  return form.toString()
}

/** What must be escaped in HTML must be in XML; tokens and GitHub's own sentences hold nothing else. */
const xmlOf = (answer: Answer) =>
  `<?xml version="1.0" encoding="UTF-8"?><OAuth>${Object.entries(answer)
    .map(([name, value]) => html`<${name}>${value}</${name}>`)
    .join('')}</OAuth>`
