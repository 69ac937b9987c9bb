import type { MailBrand } from '@app/platform/mail/layout/content.ts'
import { languages } from '@app/platform/mail/layout/language.ts'
import { Hono } from 'hono'
import { previewIndex, previewMail } from '#mails/preview.ts'

const BASE = '/dev/mail'
// A mail has inline styles and loads nothing.
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; sandbox`

/** Development only: previews of every mail with sample data. */
export function mailPreviewRoutes(brand: MailBrand) {
  const routes = new Hono().get(BASE, (c) =>
    c.html(previewIndex(BASE, brand), 200, { 'content-security-policy': `default-src 'none'` }),
  )

  return routes.get(`${BASE}/:name/:language/:form?`, (c) => {
    const { name, form } = c.req.param()
    const language = languages.find((one) => one === c.req.param('language'))
    const mail = language ? previewMail(name, language, brand) : null
    if (!mail) return c.notFound()

    return form === 'text'
      ? c.text(mail.text)
      : c.html(mail.html, 200, { 'content-security-policy': POLICY })
  })
}
