import { moment } from '#mail/layout/format.ts'
import type { Language } from '#mail/layout/language.ts'
import type { Message, Template } from '#mail/layout/message.ts'
import type { SiteLink } from '#mail/layout/site-link.ts'
import { ours, type Words, words } from '#mail/layout/words.ts'

export type Factor = 'totp' | 'phone' | 'webauthn'

type When = { at: Date }

const SECURITY: SiteLink = { on: 'page', name: 'security' }

export const passwordChanged: Template<When> = {
  en: ({ at }, product) =>
    notice(
      'en',
      at,
      words`Your password was changed`,
      words`Your ${product} account has a new password.`,
    ),
  es: ({ at }, product) =>
    notice(
      'es',
      at,
      words`Tu contraseña ha cambiado`,
      words`Tu cuenta de ${product} tiene una contraseña nueva.`,
    ),
}

export const emailChanged: Template<When & { oldEmail: string; newEmail: string }> = {
  en: ({ at, oldEmail, newEmail }) =>
    notice(
      'en',
      at,
      words`Your email address was changed`,
      words`We used to write to you at ${oldEmail}. From now on we’ll write to ${newEmail}.`,
    ),
  es: ({ at, oldEmail, newEmail }) =>
    notice(
      'es',
      at,
      words`Tu dirección de correo ha cambiado`,
      words`Te escribíamos a ${oldEmail}. Desde ahora te escribimos a ${newEmail}.`,
    ),
}

export const factorEnrolled: Template<When & { factor: Factor }> = {
  en: ({ at, factor }, product) =>
    notice(
      'en',
      at,
      words`A second factor was added`,
      words`Signing in to ${product} now also asks for ${FACTORS.en[factor]}. Good choice: that keeps strangers out.`,
    ),
  es: ({ at, factor }, product) =>
    notice(
      'es',
      at,
      words`Se ha añadido un segundo factor`,
      words`Para entrar en ${product} ahora también hace falta ${FACTORS.es[factor]}. Bien hecho: así no entra cualquiera.`,
    ),
}

export const factorUnenrolled: Template<When & { factor: Factor }> = {
  en: ({ at, factor }, product) =>
    notice(
      'en',
      at,
      words`A second factor was removed`,
      words`Signing in to ${product} no longer asks for ${FACTORS.en[factor]}.`,
    ),
  es: ({ at, factor }, product) =>
    notice(
      'es',
      at,
      words`Se ha quitado un segundo factor`,
      words`Para entrar en ${product} ya no hace falta ${FACTORS.es[factor]}.`,
    ),
}

export const identityLinked: Template<When & { provider: string }> = {
  en: ({ at, provider }, product) =>
    notice(
      'en',
      at,
      words`A way to sign in was added`,
      words`You can now sign in to ${product} with ${provider}.`,
    ),
  es: ({ at, provider }, product) =>
    notice(
      'es',
      at,
      words`Hay una nueva forma de entrar`,
      words`Ahora puedes entrar en ${product} con ${provider}.`,
    ),
}

export const identityUnlinked: Template<When & { provider: string }> = {
  en: ({ at, provider }, product) =>
    notice(
      'en',
      at,
      words`A way to sign in was removed`,
      words`You can no longer sign in to ${product} with ${provider}.`,
    ),
  es: ({ at, provider }, product) =>
    notice(
      'es',
      at,
      words`Se ha quitado una forma de entrar`,
      words`Ya no puedes entrar en ${product} con ${provider}.`,
    ),
}

const FACTORS: Record<Language, Record<Factor, Words>> = {
  en: {
    totp: ours('a code from your authenticator app'),
    phone: ours('a code sent to your phone'),
    webauthn: ours('your passkey'),
  },
  es: {
    totp: ours('un código de tu aplicación de autenticación'),
    phone: ours('un código enviado a tu teléfono'),
    webauthn: ours('tu llave de acceso'),
  },
}

/** All notices have one structure, so that users recognise them. */
function notice(language: Language, at: Date, what: Words, line: Words): Message {
  const { when, check, notYou } = NOTICE[language]

  return {
    subject: what,
    preview: line,
    heading: what,
    lines: [line, when(moment(language, at))],
    action: { label: check, link: SECURITY },
    notes: [notYou],
    reason: 'account',
  }
}

const NOTICE = {
  en: {
    when: (time: Words) => words`It happened on ${time}.`,
    check: words`See my security settings`,
    notYou: words`If this was you, all is well. If not, set a new password right away and sign out everywhere.`,
  },
  es: {
    when: (time: Words) => words`Ocurrió el ${time}.`,
    check: words`Ver mi configuración de seguridad`,
    notYou: words`¿Fuiste tú? Entonces todo está bien. Si no, elige una contraseña nueva cuanto antes y cierra todas las sesiones.`,
  },
}
