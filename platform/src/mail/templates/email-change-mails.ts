import { span } from '#mail/layout/format.ts'
import type { Template } from '#mail/layout/message.ts'
import type { Proof } from '#mail/layout/proof.ts'
import { words } from '#mail/layout/words.ts'

export type EmailChange = Proof & { newEmail: string }

/** To the new address: proves that it belongs to the user. */
export const emailChangeNew: Template<EmailChange> = {
  en: ({ link, code, validForS, newEmail }, product) => ({
    subject: words`Confirm your new email address`,
    preview: words`One step, and ${product} will write to you here.`,
    heading: words`Your new address`,
    lines: [words`You’d like to be reached at ${newEmail} from now on. Confirm that it’s yours.`],
    action: { label: words`Confirm the new address`, link },
    code,
    notes: [
      words`The link and the code work for ${span('en', validForS)}.`,
      words`If this means nothing to you, ignore this email.`,
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
    action: { label: words`Confirmar la nueva dirección`, link },
    code,
    notes: [
      words`El enlace y el código valen durante ${span('es', validForS)}.`,
      words`¿No sabes de qué se trata? Entonces ignora este correo.`,
    ],
    reason: 'entered',
  }),
}

/** To the current address: proves that its owner knows of the change. */
export const emailChangeCurrent: Template<EmailChange> = {
  en: ({ link, code, validForS, newEmail }, product) => ({
    subject: words`Do you want to change your email address?`,
    preview: words`${product} asks you here before writing elsewhere.`,
    heading: words`Shall we write to a new address?`,
    lines: [
      words`Your account is about to move to ${newEmail}. It will only do so if you agree here as well.`,
    ],
    action: { label: words`Yes, change it`, link },
    code,
    notes: [
      words`The link and the code work for ${span('en', validForS)}.`,
      words`If it wasn’t you, don’t agree, and change your password: someone may know it.`,
    ],
    reason: 'account',
  }),
  es: ({ link, code, validForS, newEmail }, product) => ({
    subject: words`¿Quieres cambiar tu dirección de correo?`,
    preview: words`${product} pregunta aquí antes de escribir a otro sitio.`,
    heading: words`¿Te escribimos a otra dirección?`,
    lines: [words`Tu cuenta va a pasar a ${newEmail}. Solo cambiará si también aceptas aquí.`],
    action: { label: words`Sí, cambiarla`, link },
    code,
    notes: [
      words`El enlace y el código valen durante ${span('es', validForS)}.`,
      words`¿No fuiste tú? No aceptes y cambia tu contraseña: puede que alguien la sepa.`,
    ],
    reason: 'account',
  }),
}
