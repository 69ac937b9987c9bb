import { readFileSync } from 'node:fs'
import { LANGUAGES } from '@app/contract/languages'
import { describe, expect, test } from 'vitest'
import { allMessages } from '#i18n/all-messages.ts'

const VOICE = readFileSync(new URL('../../docs/voice.md', import.meta.url), 'utf8')
const NAMES = new Intl.DisplayNames(['en'], { type: 'language' })

/** Texts that the specification gives literally, or that name somebody else's words. */
const LITERAL = new Set([
  'adminSso.mappingHint',
  'auth.backToLogin',
  'auth.loginWith',
  'errors.alreadyRegistered',
  'errors.emailDisabled',
  'errors.invalidCredentials',
  'errors.loginFailed',
  'githubCallback.noSession',
  'home.proof.projects',
  'login.failed',
  'login.submit',
  'register.login',
  'registerConfirm.goToLogin',
  'registerConfirm.lead',
])

describe.each(LANGUAGES)('%s', (language) => {
  const refused = expressionsOf(`## ${NAMES.of(language)}: instead of`)

  test('the list is read', () => {
    expect(refused.length).toBeGreaterThan(10)
  })

  test.each(refused)('no text says “%s”', (expression) => {
    const pattern = new RegExp(expression, 'i')
    const found = textsIn(allMessages[language]).filter(
      ([key, text]) => !LITERAL.has(key) && pattern.test(text.replace(/\{\w+\}/g, '…')),
    )

    expect(found.map(([key, text]) => `${key}: ${text}`)).toEqual([])
  })
})

/** The first column of the table below a heading. */
function expressionsOf(heading: string): string[] {
  const section = VOICE.split(`${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| '))

  return rows.slice(1).map((row) => row.split(/(?<!\\) ?\| ?/)[1]?.trim() ?? '')
}

function textsIn(tree: object, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([step, value]: [string, string | object]) =>
    typeof value === 'string'
      ? [[prefix + step, value] as [string, string]]
      : textsIn(value, `${prefix}${step}.`),
  )
}
