import { LANGUAGES } from '@app/contract/languages'
import { describe, expect, test } from 'vitest'
import type { MailBrand } from '#mail/layout/content.ts'
import type { Templates } from '#mail/layout/message.ts'
import { type Rendered, render } from '#mail/layout/render.ts'

export const brand: MailBrand = {
  siteName: 'Example',
  siteUrl: 'https://site.example',
  apiUrl: 'https://api.site.example',
  supportEmail: 'help@site.example',
  pages: {
    signIn: '/login',
    recovery: '/recover',
    security: '/settings?tab=security',
    mailSettings: '/settings?tab=notifications',
  },
}
const OWN = /^(https:\/\/(api\.)?site\.example(\/|$)|mailto:help@site\.example$)/

/** Checks that apply to every mail. */
export function checkMails(templates: Templates, samples: Record<string, object>) {
  const all = Object.entries(templates).map(([name, template]) => {
    const sample = samples[name]
    if (!sample) throw new Error(`No sample for ${name}`)
    return { name, template, sample }
  })
  const cases = all.flatMap((one) => LANGUAGES.map((language) => ({ ...one, language })))

  describe.each(cases)('$name in $language', ({ template, sample, language }) => {
    const mail = render(template, sample, language, brand)

    test('says in its text all that it says in its html', () => {
      expect(wordsOf(mail.text)).toEqual(expect.arrayContaining(saidIn(mail.html)))
    })

    test('carries the link and the code it was given', () => {
      const { link, code } = sample as { link?: object; code?: string }

      if (link) {
        expect(linksOf(mail.html).length).toBeGreaterThan(1)
        expect(mail.text).toContain(linksOf(mail.html)[0])
      }
      if (code) {
        expect(mail.html).toMatch(new RegExp(`>${code}<`))
        expect(mail.text).toContain(code)
      }
    })

    test('loads nothing from anywhere and leads nowhere but to us', () => {
      expect(mail.html).not.toMatch(
        /<(img|link|script|iframe|object|form|base)\b|\bsrc=|url\(|@import/i,
      )
      for (const link of [...linksOf(mail.html), ...addressesIn(mail.text)])
        expect(link).toMatch(OWN)
    })

    test('takes no harm from what people typed', () => {
      const poisoned = render(template, poison(sample), language, brand)

      expect(shapeOf(poisoned)).toEqual(shapeOf(mail))
      expect(poisoned.subject).not.toMatch(/[\r\n]/)
      expect(poisoned.text).not.toMatch(/\w\.example\/own/)
      for (const link of [...linksOf(poisoned.html), ...addressesIn(poisoned.text)]) {
        expect(link).toMatch(OWN)
      }
    })

    test('is written in its language and short enough not to be cut', () => {
      const [other] = LANGUAGES.filter((one) => one !== language)

      expect(mail.html).toContain(`<html lang="${language}"`)
      expect(mail.subject).not.toBe(render(template, sample, other ?? language, brand).subject)
      expect(mail.html.length).toBeLessThan(20_000)
      expect(mail.html).not.toMatch(/undefined|\[object|\bNaN\b|Invalid Date/)
    })
  })
}

const HOSTILE =
  '"><img src=x onerror=alert(1)></td></table><script>alert(1)</script>\r\nBcc: all@evil.example\r\n\r\n https://evil.example/own www.evil.example/own &amp; \'"`{{7*7}}'

const TYPED_BY_PEOPLE = [
  'inviter',
  'assigner',
  'project',
  'repository',
  'task',
  'plan',
  'title',
  'quote',
  'provider',
  'newEmail',
  'oldEmail',
]

/** Fills user text with hostile values. */
function poison(params: object): object {
  const poisoned = Object.entries(params).map(([key, value]) => [
    key,
    TYPED_BY_PEOPLE.includes(key) ? HOSTILE : value,
  ])

  return Object.fromEntries(poisoned)
}

/** The tags in order, which no user text may change. */
const shapeOf = ({ html }: Rendered) =>
  [...html.matchAll(/<\/?([a-z1-9]+)/g)].map(([tag]) => tag).filter((tag) => !/strong/.test(tag))

const linksOf = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => decode(address))

const addressesIn = (text: string) => text.match(/(?:https?:\/\/|www\.)[^\s<>"]+/g) ?? []

/** Heading and paragraphs; the spelled-out address is in the html form only. */
function saidIn(html: string): string[] {
  const blocks = [...html.matchAll(/<(h1|p)\b([^>]*)>(.*?)<\/\1>/gs)]

  return blocks
    .filter(([, , attributes]) => !attributes?.includes('class="rule'))
    .flatMap(([, , , content = '']) => wordsOf(decode(content.replace(/<[^>]*>/g, ' '))))
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

const decode = (markup: string) =>
  markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
