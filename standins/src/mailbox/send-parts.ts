import type { Context } from 'hono'
import type { MailAttachment, MailContent } from './read-mail.ts'

/** A mail is a stranger's work: whatever of it a browser is given runs nothing, loads nothing and reaches nothing. */
const CAGED = {
  'content-security-policy':
    "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

export const sendSource = (c: Context, source: Uint8Array) =>
  c.body(Buffer.from(source), 200, { ...CAGED, 'content-type': 'text/plain; charset=utf-8' })

export const sendHtml = (c: Context, content: MailContent) =>
  c.body(withInlineImages(content), 200, { ...CAGED, 'content-type': 'text/html; charset=utf-8' })

/** Always a download, whatever type the mail claims for it. */
export const sendAttachment = (c: Context, { name, bytes }: MailAttachment) =>
  c.body(Buffer.from(bytes), 200, {
    ...CAGED,
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="attachment"; filename*=UTF-8''${encodeName(name)}`,
  })

/** Images that travel inside the mail are put where the html asks for them by their content id. */
function withInlineImages({ html, attachments }: MailContent): string {
  const images = new Map(
    attachments.flatMap(({ contentId, type, bytes }) =>
      contentId && /^image\/[\w.+-]+$/.test(type)
        ? [[contentId, `data:${type};base64,${Buffer.from(bytes).toString('base64')}`] as const]
        : [],
    ),
  )

  return html.replace(/\bcid:([^\s"'<>)]{1,500})/gi, (whole, id) => images.get(id) ?? whole)
}

/** RFC 8187 wants more characters encoded than encodeURIComponent does, which in turn fails on half characters. */
function encodeName(name: string): string {
  const whole = name.replace(/\p{Surrogate}/gu, '')

  return encodeURIComponent(whole).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
}
