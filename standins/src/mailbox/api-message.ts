import type { OpenMail } from './open-mail.ts'

/** A mail in the API's form. */
export function apiMessage({ mail, content }: OpenMail) {
  return {
    id: mail.id,
    receivedAt: mail.receivedAt,
    date: content.date,
    from: mail.from,
    envelopeFrom: mail.envelope.from,
    to: mail.envelope.to,
    subject: mail.subject,
    text: content.text,
    html: content.html,
    headers: joinHeaders(content.headers),
    links: mail.links,
    codes: mail.codes,
    attachments: content.attachments.map(({ name, type, bytes }) => ({
      name,
      type,
      size: bytes.length,
    })),
    size: mail.size,
    isRead: mail.isRead,
    problem: content.problem,
  }
}

/** Lower-case names; repeated headers are joined with commas, as in HTTP. */
function joinHeaders(headers: { name: string; value: string }[]): Record<string, string> {
  const joined = new Map<string, string>()
  for (const { name, value } of headers) {
    const key = name.toLowerCase()
    const before = joined.get(key)
    joined.set(key, before === undefined ? value : `${before}, ${value}`)
  }

  return Object.fromEntries(joined)
}
