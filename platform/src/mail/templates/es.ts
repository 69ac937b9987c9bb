import { span } from '#mail/layout/format.ts'
import { ours, type Words, words } from '#mail/layout/words.ts'
import type { Factor, IdentityTexts } from './identity-texts.ts'
import { newPassword, securityNotice, signIn } from './shared-parts.ts'

const notice = securityNotice('es', {
  when: (time: Words) => words`Ocurrió el ${time}.`,
  check: words`Ver mis ajustes de seguridad`,
  notYou: words`¿Fuiste tú? Entonces todo está bien. Si no, elige una contraseña nueva cuanto antes y cierra todas las sesiones.`,
})

const FACTORS: Record<Factor, Words> = {
  totp: ours('un código de tu aplicación de autenticación'),
  phone: ours('un código enviado a tu teléfono'),
  webauthn: ours('tu llave de seguridad'),
}

/** Identity's mails in Spanish. */
export const es: IdentityTexts = {
  confirmation: ({ link, code, validForS }, product) => ({
    subject: words`Confirma tu dirección de correo`,
    preview: words`Un clic y tu cuenta de ${product} estará lista.`,
    heading: words`Confirma tu dirección`,
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

  account_exists: ({ email }, product) => ({
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

  magic_link: ({ link, code, validForS }, product) => ({
    subject: words`Tu enlace para entrar en ${product}`,
    preview: words`Entra con un clic o con el código que va dentro.`,
    heading: words`Tu enlace para iniciar sesión`,
    lines: [words`Has pedido entrar sin contraseña. Aquí tienes tu enlace.`],
    action: { label: words`Entrar`, link },
    code,
    notes: [
      words`El enlace y el código sirven una sola vez, durante ${span('es', validForS)}.`,
      words`¿No fuiste tú? Ignora este correo: sin él no entra nadie.`,
    ],
    reason: 'entered',
  }),

  recovery: ({ link, code, validForS, isFromAdmin }, product) => ({
    subject: words`Elige una contraseña nueva`,
    preview: words`El camino de vuelta a tu cuenta de ${product}.`,
    heading: words`Elige una contraseña nueva`,
    lines: [
      isFromAdmin
        ? words`Un administrador de ${product} te ha enviado este enlace para que puedas elegir una contraseña. Hazlo en la página siguiente.`
        : words`Has pedido una contraseña nueva. Elígela en la página siguiente.`,
    ],
    action: { label: words`Elegir contraseña`, link },
    code,
    notes: [
      words`El enlace y el código sirven una sola vez, durante ${span('es', validForS)}.`,
      isFromAdmin
        ? words`¿No quieres una contraseña nueva? No tienes que hacer nada: tu cuenta sigue igual.`
        : words`¿No fuiste tú? Tu contraseña sigue igual; no tienes que hacer nada.`,
    ],
    reason: 'entered',
  }),

  invite: ({ link, code, validForS }, product) => ({
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

  /** To the new address: proves that it belongs to the user. */
  email_change_new: ({ link, code, validForS, newEmail }, product) => ({
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

  /** To the current address: proves that its owner knows of the change. */
  email_change_current: ({ link, code, validForS, newEmail }, product) => ({
    subject: words`¿Quieres cambiar tu dirección de correo?`,
    preview: words`${product} pregunta aquí antes de escribir a otro sitio.`,
    heading: words`Confirma el cambio de dirección`,
    lines: [words`Tu cuenta va a pasar a ${newEmail}. Solo cambiará si también aceptas aquí.`],
    action: { label: words`Sí, cambiarla`, link },
    code,
    notes: [
      words`El enlace y el código valen durante ${span('es', validForS)}.`,
      words`¿No fuiste tú? No aceptes y cambia tu contraseña: puede que alguien la sepa.`,
    ],
    reason: 'account',
  }),

  reauthentication: ({ code, validForS }) => ({
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

  password_changed: ({ at }, product) =>
    notice(
      at,
      words`Tu contraseña ha cambiado`,
      words`Tu cuenta de ${product} tiene una contraseña nueva.`,
    ),

  email_changed: ({ at, oldEmail, newEmail }) =>
    notice(
      at,
      words`Tu dirección de correo ha cambiado`,
      words`Te escribíamos a ${oldEmail}. Desde ahora te escribimos a ${newEmail}.`,
    ),

  factor_enrolled: ({ at, factor }, product) =>
    notice(
      at,
      words`Se ha añadido un segundo factor`,
      words`Para entrar en ${product} ahora también hace falta ${FACTORS[factor]}. Bien hecho: así no entra cualquiera.`,
    ),

  factor_unenrolled: ({ at, factor }, product) =>
    notice(
      at,
      words`Se ha quitado un segundo factor`,
      words`Para entrar en ${product} ya no hace falta ${FACTORS[factor]}.`,
    ),

  identity_linked: ({ at, provider }, product) =>
    notice(
      at,
      words`Hay una nueva forma de entrar`,
      words`Ahora puedes entrar en ${product} con ${provider}.`,
    ),

  identity_unlinked: ({ at, provider }, product) =>
    notice(
      at,
      words`Se ha quitado una forma de entrar`,
      words`Ya no puedes entrar en ${product} con ${provider}.`,
    ),

  passkey_added: ({ at, name }, product) =>
    notice(
      at,
      words`Se añadió una llave de acceso`,
      words`Ahora puedes entrar en ${product} con la llave de acceso «${name}», sin contraseña.`,
    ),

  passkey_removed: ({ at, name }, product) =>
    notice(
      at,
      words`Se eliminó una llave de acceso`,
      words`La llave de acceso «${name}» ya no sirve para entrar en ${product}.`,
    ),

  passkey_refused: ({ at, name }, product) =>
    notice(
      at,
      words`Rechazamos una entrada con tu llave de acceso`,
      words`Alguien usó una copia de la llave de acceso «${name}», así que ${product} rechazó la entrada. Si no sabes por qué, elimina esa llave.`,
    ),
}
