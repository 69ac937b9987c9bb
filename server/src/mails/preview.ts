import type { Letterhead } from '@app/platform/mail/letter/content.ts'
import { html } from '@app/platform/mail/letter/html.ts'
import { type Language, languages } from '@app/platform/mail/letter/language.ts'
import { type Rendered, render } from '@app/platform/mail/letter/render.ts'
import { samples } from './samples.ts'
import { type TemplateName, templates } from './templates.ts'

const names = Object.keys(templates) as TemplateName[]

export const isTemplateName = (text: string): text is TemplateName => Object.hasOwn(templates, text)

/** A mail filled with made-up things, for whoever works on its words or its looks. */
export const previewMail = (name: TemplateName, language: Language, head: Letterhead): Rendered =>
  render(name, samples[name], language, head)

/** All mails, with links to `<base>/<name>/<language>` and `<base>/<name>/<language>/text`. */
export function previewIndex(base: string, head: Letterhead): string {
  const rows = names.map((name) => {
    const links = languages.map((language) => {
      const address = `${base}/${name}/${language}`
      const { subject } = previewMail(name, language, head)

      return html`<li lang="${language}"><a href="${address}">${subject}</a> · <a href="${address}/text">text</a></li>`
    })
    return html`<h2>${name}</h2><ul>${links}</ul>`
  })

  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Mails of ${head.siteName}</title></head><body><h1>Mails of ${head.siteName}</h1>${rows}</body></html>`
    .markup
}
