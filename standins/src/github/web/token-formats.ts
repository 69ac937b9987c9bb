import { html } from 'hono/html'

type Answer = Record<string, string | number>

/** Form-encoded by default, as on GitHub: a missing Accept header shows here. */
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

/** HTML escaping is enough for XML: values are tokens and GitHub's own messages. */
const xmlOf = (answer: Answer) =>
  `<?xml version="1.0" encoding="UTF-8"?><OAuth>${Object.entries(answer)
    .map(([name, value]) => html`<${name}>${value}</${name}>`)
    .join('')}</OAuth>`
