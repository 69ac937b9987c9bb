import type { Template } from './letter.ts'
import type { Proof } from './proof.ts'
import { span } from './say.ts'
import { words } from './words.ts'

export type EmailChange = Proof & { newEmail: string }

/** To the new address: does it belong to the person? */
export const emailChangeNew: Template<EmailChange> = {
  en: ({ link, code, validForS, newEmail }, product) => ({
    subject: words`Confirm your new e-mail address`,
    preview: words`One step, and ${product} writes to you here.`,
    heading: words`Your new address`,
    lines: [
      words`From now on you would like to be reached at ${newEmail}. Confirm that it is yours.`,
    ],
    action: { label: words`Confirm the new address`, place: link },
    code,
    notes: [
      words`Link and code hold for ${span('en', validForS)}.`,
      words`You know nothing of this? Then leave this mail alone.`,
    ],
    reason: 'entered',
  }),
  es: ({ link, code, validForS, newEmail }, product) => ({
    subject: words`Confirma tu nueva dirección de correo`,
    preview: words`Un paso y ${product} te escribirá aquí.`,
    heading: words`Tu nueva dirección`,
    lines: [
      words`A partir de ahora quieres que te escribamos a ${newEmail}. Confirma que es tuya.`,
    ],
    action: { label: words`Confirmar la nueva dirección`, place: link },
    code,
    notes: [
      words`El enlace y el código valen durante ${span('es', validForS)}.`,
      words`¿No sabes de qué se trata? Entonces ignora este correo.`,
    ],
    reason: 'entered',
  }),
}

/** To the address in use: does the person know of the change? */
export const emailChangeCurrent: Template<EmailChange> = {
  en: ({ link, code, validForS, newEmail }, product) => ({
    subject: words`Do you want to change your e-mail address?`,
    preview: words`${product} asks here before it writes elsewhere.`,
    heading: words`Shall we write elsewhere?`,
    lines: [
      words`Your account is to move to ${newEmail}. It does so only when you agree here as well.`,
    ],
    action: { label: words`Yes, change it`, place: link },
    code,
    notes: [
      words`Link and code hold for ${span('en', validForS)}.`,
      words`It was not you? Do not agree, and change your password: somebody may know it.`,
    ],
    reason: 'account',
  }),
  es: ({ link, code, validForS, newEmail }, product) => ({
    subject: words`¿Quieres cambiar tu dirección de correo?`,
    preview: words`${product} pregunta aquí antes de escribir a otro sitio.`,
    heading: words`¿Te escribimos a otra dirección?`,
    lines: [words`Tu cuenta va a pasar a ${newEmail}. Solo cambiará si también aceptas aquí.`],
    action: { label: words`Sí, cambiarla`, place: link },
    code,
    notes: [
      words`El enlace y el código valen durante ${span('es', validForS)}.`,
      words`¿No fuiste tú? No aceptes y cambia tu contraseña: puede que alguien la sepa.`,
    ],
    reason: 'account',
  }),
}
