import { span } from '#mail/layout/format.ts'
import type { Template } from '#mail/layout/message.ts'
import type { Proof } from '#mail/layout/proof.ts'
import type { SiteLink } from '#mail/layout/site-link.ts'
import { words } from '#mail/layout/words.ts'

export const confirmation: Template<Proof> = {
  en: ({ link, code, validForS }, product) => ({
    subject: words`Confirm your email address`,
    preview: words`One click, and your ${product} account is ready.`,
    heading: words`Welcome aboard`,
    lines: [
      words`It’s good to have you here. Confirm that this address is yours, and your account is ready.`,
    ],
    action: { label: words`Confirm my address`, link },
    code,
    notes: [
      words`The link and the code work for ${span('en', validForS)}.`,
      words`If you didn’t sign up, you can ignore this email. Nothing will happen.`,
    ],
    reason: 'entered',
  }),
  es: ({ link, code, validForS }, product) => ({
    subject: words`Confirma tu dirección de correo`,
    preview: words`Un clic y tu cuenta de ${product} estará lista.`,
    heading: words`Te damos la bienvenida a bordo`,
    lines: [
      words`Qué bien que estés aquí. Confirma que esta dirección es tuya y tu cuenta estará lista.`,
    ],
    action: { label: words`Confirmar mi dirección`, link },
    code,
    notes: [
      words`El enlace y el código valen durante ${span('es', validForS)}.`,
      words`¿No te has registrado? Entonces ignora este correo: no pasará nada.`,
    ],
    reason: 'entered',
  }),
}

/** The page fills in the address. */
const signIn = (email: string): SiteLink => ({ on: 'page', name: 'signIn', fragment: { email } })

const newPassword = (email: string): SiteLink => ({
  on: 'page',
  name: 'recovery',
  fragment: { email },
})

export const accountExists: Template<{ email: string }> = {
  en: ({ email }, product) => ({
    subject: words`You already have a ${product} account`,
    preview: words`Sign in, or set a new password.`,
    heading: words`You already have an account`,
    lines: [
      words`Somebody, perhaps you, tried to register this email address with ${product}. It already has an account.`,
      words`Sign in as usual. If you don’t remember your password, set a new one.`,
    ],
    action: { label: words`Sign in`, link: signIn(email) },
    alternative: { label: words`Set a new password`, link: newPassword(email) },
    notes: [words`If it wasn’t you, there’s nothing to do: your account has not changed.`],
    reason: 'account',
  }),
  es: ({ email }, product) => ({
    subject: words`Ya tienes una cuenta en ${product}`,
    preview: words`Inicia sesión o elige una contraseña nueva.`,
    heading: words`Ya tienes una cuenta`,
    lines: [
      words`Alguien, quizá tú, ha intentado registrar esta dirección en ${product}. Ya tiene una cuenta.`,
      words`Inicia sesión como siempre. Si no recuerdas tu contraseña, elige una nueva.`,
    ],
    action: { label: words`Iniciar sesión`, link: signIn(email) },
    alternative: { label: words`Elegir una contraseña nueva`, link: newPassword(email) },
    notes: [words`¿No fuiste tú? No tienes que hacer nada: tu cuenta no ha cambiado.`],
    reason: 'account',
  }),
}

export const invite: Template<Proof> = {
  en: ({ link, code, validForS }, product) => ({
    subject: words`You’re invited to ${product}`,
    preview: words`Your account is waiting for you.`,
    heading: words`You’re invited`,
    lines: [
      words`There is a ${product} account ready for you. Accept the invitation and choose your password.`,
    ],
    action: { label: words`Accept the invitation`, link },
    code,
    notes: [
      words`The invitation is open for ${span('en', validForS)}.`,
      words`Not interested? You can ignore this email.`,
    ],
    reason: 'entered',
  }),
  es: ({ link, code, validForS }, product) => ({
    subject: words`Tienes una invitación a ${product}`,
    preview: words`Tu cuenta te espera.`,
    heading: words`Tienes una invitación`,
    lines: [words`Hay una cuenta de ${product} preparada para ti. Acéptala y elige tu contraseña.`],
    action: { label: words`Aceptar la invitación`, link },
    code,
    notes: [
      words`La invitación vale durante ${span('es', validForS)}.`,
      words`¿No te interesa? Entonces ignora este correo.`,
    ],
    reason: 'entered',
  }),
}
