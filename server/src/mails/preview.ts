import { LANGUAGES, type Language } from '@app/contract/languages'
import type { MailBrand } from '@app/platform/mail/layout/content.ts'
import { html } from '@app/platform/mail/layout/html.ts'
import type { Templates } from '@app/platform/mail/layout/message.ts'
import { type Rendered, render } from '@app/platform/mail/layout/render.ts'
import { identityMails } from '@app/platform/mail/templates/identity-mails.ts'
import { identitySamples } from '@app/platform/mail/templates/identity-samples.ts'
import { samples } from './samples.ts'
import { templates } from './templates.ts'

const all: Templates = { ...identityMails, ...templates }
const filling: Record<string, unknown> = { ...identitySamples, ...samples }

/** A mail with sample data; null: there is no such mail. */
export function previewMail(name: string, language: Language, brand: MailBrand): Rendered | null {
  const template = Object.hasOwn(all, name) ? all[name] : undefined

  return template ? render(template, filling[name], language, brand) : null
}

/** A list of all mails, with links to `<base>/<name>/<language>` and `<base>/<name>/<language>/text`. */
export function previewIndex(base: string, brand: MailBrand): string {
  const rows = Object.keys(all).map((name) => {
    const links = LANGUAGES.map((language) => {
      const address = `${base}/${name}/${language}`
      const subject = previewMail(name, language, brand)?.subject ?? name

      return html`<li lang="${language}"><a href="${address}">${subject}</a> · <a href="${address}/text">text</a></li>`
    })
    return html`<h2>${name}</h2><ul>${links}</ul>`
  })

  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Mails of ${brand.siteName}</title></head><body><h1>Mails of ${brand.siteName}</h1>${rows}</body></html>`
    .markup
}
