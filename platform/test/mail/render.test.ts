import { expect, test } from 'vitest'
import { render } from '#mail/layout/render.ts'
import { identityMails } from '#mail/templates/identity-mails.ts'
import { identitySamples } from '#mail/templates/identity-samples.ts'
import { reauthentication } from '#mail/templates/sign-in-mails.ts'
import { brand, checkMails } from './check-mails.ts'

checkMails(identityMails, identitySamples)

test('a reauthentication says its code in the subject', () => {
  const subject = (language: 'en' | 'es') =>
    render(reauthentication, { code: '123456', validForS: 3600 }, language, brand).subject

  expect(subject('en')).toBe('123456 is your verification code')
  expect(subject('es')).toBe('123456 es tu código de verificación')
})
