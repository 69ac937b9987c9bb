import { span } from '#mail/layout/format.ts'
import type { Template } from '#mail/layout/message.ts'
import type { Proof } from '#mail/layout/proof.ts'
import { ours, words } from '#mail/layout/words.ts'

export const magicLink: Template<Proof> = {
  en: ({ link, code, validForS }, product) => ({
    subject: words`Your sign-in link for ${product}`,
    preview: words`Sign in with one click, or with the code inside.`,
    heading: words`Come on in`,
    lines: [words`You asked to sign in without a password. Here is your way in.`],
    action: { label: words`Sign in`, link },
    code,
    notes: [
      words`The link and the code work once, within ${span('en', validForS)}.`,
      words`If it wasn’t you, ignore this email: nobody gets in without it.`,
    ],
    reason: 'entered',
  }),
  es: ({ link, code, validForS }, product) => ({
    subject: words`Tu enlace para entrar en ${product}`,
    preview: words`Entra con un clic o con el código que va dentro.`,
    heading: words`Adelante`,
    lines: [words`Has pedido entrar sin contraseña. Aquí tienes el paso.`],
    action: { label: words`Entrar`, link },
    code,
    notes: [
      words`El enlace y el código sirven una sola vez, durante ${span('es', validForS)}.`,
      words`¿No fuiste tú? Ignora este correo: sin él no entra nadie.`,
    ],
    reason: 'entered',
  }),
}

export const recovery: Template<Proof> = {
  en: ({ link, code, validForS }, product) => ({
    subject: words`Set a new password`,
    preview: words`The way back into your ${product} account.`,
    heading: words`Let’s get you back in`,
    lines: [words`You asked for a new password. Choose one on the next page.`],
    action: { label: words`Choose a new password`, link },
    code,
    notes: [
      words`The link and the code work once, within ${span('en', validForS)}.`,
      words`If it wasn’t you, there’s nothing to do: your password stays as it is.`,
    ],
    reason: 'entered',
  }),
  es: ({ link, code, validForS }, product) => ({
    subject: words`Elige una contraseña nueva`,
    preview: words`El camino de vuelta a tu cuenta de ${product}.`,
    heading: words`Volvamos a entrar`,
    lines: [words`Has pedido una contraseña nueva. Elígela en la página siguiente.`],
    action: { label: words`Elegir contraseña`, link },
    code,
    notes: [
      words`El enlace y el código sirven una sola vez, durante ${span('es', validForS)}.`,
      words`¿No fuiste tú? Tu contraseña sigue igual; no tienes que hacer nada.`,
    ],
    reason: 'entered',
  }),
}

export const reauthentication: Template<{ code: string; validForS: number }> = {
  en: ({ code, validForS }) => ({
    subject: words`${ours(code)} is your verification code`,
    preview: words`It shows us that it’s really you.`,
    heading: words`Is that you?`,
    lines: [words`You’re about to change something important. Enter this code to continue.`],
    code,
    notes: [
      words`The code works for ${span('en', validForS)}.`,
      words`If you didn’t ask for it, tell nobody and change your password.`,
    ],
    reason: 'account',
  }),
  es: ({ code, validForS }) => ({
    subject: words`${ours(code)} es tu código de verificación`,
    preview: words`Así sabemos que de verdad eres tú.`,
    heading: words`¿Eres tú?`,
    lines: [words`Vas a cambiar algo importante. Escribe este código para continuar.`],
    code,
    notes: [
      words`El código vale durante ${span('es', validForS)}.`,
      words`¿No lo has pedido? No se lo des a nadie y cambia tu contraseña.`,
    ],
    reason: 'account',
  }),
}
