import type { Context } from 'hono'
import type { MailAttachment, MailContent } from './read-mail.ts'

/** Mail content is untrusted: in a browser it must not run, load or reach anything. */
const SANDBOXED = {
  'content-security-policy':
    "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

export const sendSource = (c: Context, source: Uint8Array) =>
  c.body(Buffer.from(source), 200, { ...SANDBOXED, 'content-type': 'text/plain; charset=utf-8' })

export const sendHtml = (c: Context, content: MailContent) =>
  c.body(withInlineImages(content), 200, {
    ...SANDBOXED,
    'content-type': 'text/html; charset=utf-8',
  })

/** Always a download, whatever type the mail claims for it. */
export const sendAttachment = (c: Context, { name, bytes }: MailAttachment) =>
  c.body(Buffer.from(bytes), 200, {
    ...SANDBOXED,
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="attachment"; filename*=UTF-8''${encodeName(name)}`,
  })

/** Inlines attached images where the HTML refers to them by content id. */
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

/** RFC 8187 encodes more characters than encodeURIComponent, which throws on lone surrogates. */
function encodeName(name: string): string {
  const whole = name.replace(/\p{Surrogate}/gu, '')

  return encodeURIComponent(whole).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
}
